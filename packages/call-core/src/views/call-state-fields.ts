import type { RemoteUser } from '../ports.ts';
import type { ClientState } from '../state/client-state.ts';
import type { CallStatus } from './call-status.ts';
import { callStatusOf } from './call-status.ts';
import { combinedText, incomingText } from './conversation.ts';

/** The call state with the specification's names (STATE-02, 000 §3), for the debug view and support. */
export type CallStateFields = {
  /** Address of the callee; undefined in an incoming call. */
  readonly callTo: string | undefined;
  readonly callStatus: CallStatus | undefined;
  readonly text_in: string;
  readonly text_out: string;
  /** Both texts in order of arrival. */
  readonly text_combined: string;
  /** Digits that have been sent. */
  readonly text_dtmf: string;
  readonly text_unread: boolean;
  readonly videoVisible: boolean;
  readonly textVisible: boolean;
  /** The remote user's sound is on. */
  readonly soundOn: boolean;
  readonly dialerVisible: boolean;
  readonly selfViewVisible: boolean;
  readonly showMore: boolean;
  /** Whether the local microphone (`audio`) and camera (`video`) are being sent. */
  readonly audio: boolean;
  readonly video: boolean;
  readonly knockknock: boolean;
  readonly fullscreenEnabled: boolean;
  /** The media negotiated for the call (STATE-26). */
  readonly audioavailable: boolean;
  readonly textavailable: boolean;
  readonly videoavailable: boolean;
  /** The remote user's address, and their name as shown to the user. */
  readonly callB: string | undefined;
  readonly callBName: string | undefined;
};

/** The fields that hold what the users have written. */
type WrittenFields = 'text_in' | 'text_out' | 'text_combined' | 'text_dtmf';

type NameOf = (remoteUser: RemoteUser) => string;

/**
 * The current values of {@link CallStateFields}; before the first call the remote user and status are
 * undefined.
 * @param nameOf finds the name in the user's contacts, which the core does not know
 */
export function callStateFields(state: ClientState, nameOf: NameOf): CallStateFields {
  const { callTo, callStatus, ...others } = fieldsWithoutText(state, nameOf);
  const { text, dtmf } = state;
  return {
    callTo,
    callStatus,
    text_in: incomingText(text),
    text_out: text.outbox.target,
    text_combined: combinedText(text),
    text_dtmf: dtmf.sent,
    ...others,
  };
}

/**
 * The values of {@link CallStateFields} without the text and digits that the users have written, for logs.
 */
export function fieldsWithoutText(
  { call: state, media: devices, text, panels }: ClientState,
  nameOf: NameOf,
): Omit<CallStateFields, WrittenFields> {
  const call = 'call' in state ? state.call : undefined;
  const media = state.phase === 'accepted' ? state.media : undefined;
  return {
    callTo: call?.direction === 'outgoing' ? call.remoteUser.address : undefined,
    callStatus: callStatusOf(state),
    text_unread: text.isUnread,
    videoVisible: panels.isVideoVisible,
    textVisible: panels.isTextVisible,
    soundOn: panels.isSoundOn,
    dialerVisible: panels.isDialerVisible,
    selfViewVisible: panels.isSelfViewVisible,
    showMore: panels.isMoreVisible,
    audio: media?.audio === true && devices.working.audio && panels.isMicrophoneOn,
    video: media?.video === true && devices.working.video && panels.isCameraOn,
    knockknock: panels.isKnocking,
    fullscreenEnabled: panels.isFullscreen,
    audioavailable: media?.audio === true,
    textavailable: media?.text === true,
    videoavailable: media?.video === true,
    callB: call?.remoteUser.address,
    callBName: call && nameOf(call.remoteUser),
  };
}
