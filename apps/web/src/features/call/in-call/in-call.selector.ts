import type { Features, Settings } from '@samtal/api-contract';
import type {
  CallState,
  DeviceKind,
  HoldView,
  Intents,
  MediaKinds,
  MediaState,
  PanelsState,
} from '@samtal/call-core';
import { nameOf } from '../../../client/people/remote-user-name.ts';
import { kindOf } from '../call-kind.ts';
import type { CallHeaderProps } from '../frame/CallHeader.tsx';
import type { ToggleProps } from './CallToolbar.tsx';
import type { InCallProps } from './InCall.tsx';

type Accepted = Extract<CallState, { phase: 'accepted' }>;

type WorkingDevices = MediaState['working'];

type Shown =
  | keyof CallHeaderProps
  | 'isVideoVisible'
  | 'isTextVisible'
  | 'isSelfViewVisible'
  | 'isCameraOn'
  | 'isSoundOn'
  | 'isKnocking'
  | 'isFullscreen';

/** Props of a call in progress. A panel shows if it is on and the call has its medium (INCALL-22, -26). */
export function selectInCall(
  { call, media, acceptedAt }: Accepted,
  panels: PanelsState,
  working: WorkingDevices,
  hold: HoldView = 'none',
): Pick<InCallProps, Shown> {
  const isTextVisible = media.text && panels.isTextVisible;
  const isVideoVisible = media.video && panels.isVideoVisible;
  return {
    callId: call.callId,
    name: nameOf(call.remoteUser),
    address: call.remoteUser.address,
    acceptedAt,
    textTransport: media.textTransport,
    kind: kindOf(media),
    hold,
    isVideoVisible,
    isTextVisible,
    // A call that the user holds shows no video at all, and plays no sound.
    isSelfViewVisible: media.video && panels.isSelfViewVisible && !isHeldHere(hold),
    isCameraOn: working.video && panels.isCameraOn,
    isSoundOn: panels.isSoundOn && !isHeldHere(hold),
    isKnocking: panels.isKnocking,
    isFullscreen: panels.isFullscreen,
  };
}

/** Whether the user holds the call. */
const isHeldHere = (hold: HoldView): boolean => hold === 'own' || hold === 'both';

const toggle = (isOn: boolean, isPossible: boolean, onToggle: () => void): ToggleProps => ({
  isOn: isOn && isPossible,
  onToggle: isPossible ? onToggle : undefined,
});

type ToolbarIntents = Pick<
  Intents,
  'hangUp' | 'setHeld' | 'addMedium' | 'toggleMicrophone' | 'toggleCamera' | 'toggleSound' | 'togglePanel'
>;

type ToolbarState = {
  readonly call: Accepted;
  readonly panels: PanelsState;
  readonly working: WorkingDevices;
  readonly isUnread: boolean;
  readonly isSmallScreen: boolean;
  /** The media that may be added in the call, and the one that is being added (decision D33). */
  readonly perCall?: Readonly<Record<DeviceKind, boolean>> | undefined;
  readonly adding?: DeviceKind | undefined;
  /** Which ends hold the call, and whether the user may hold it (decision D84). */
  readonly hold?: HoldView | undefined;
  readonly mayHold?: boolean | undefined;
};

/**
 * Props of the toolbar. A button is disabled if the call does not have the button's medium (INCALL-24, -26),
 * for microphone and own camera also if no device works (MEDIA-04, decision D16), and for text also if the
 * text is always visible. Where media may be added, a microphone or camera that is not in the call adds it, but not
 * while the call is on hold.
 */
export function selectToolbar(
  {
    call: { media },
    panels,
    working,
    isUnread,
    isSmallScreen,
    perCall,
    adding,
    hold = 'none',
    mayHold = false,
  }: ToolbarState,
  { hangUp, setHeld, addMedium, toggleMicrophone, toggleCamera, toggleSound, togglePanel }: ToolbarIntents,
): InCallProps['toolbar'] {
  const device = (kind: DeviceKind, isOn: boolean, onToggle: () => void): ToggleProps => {
    const isSent = media[kind] && working[kind] && adding !== kind;
    const isAddable = !isSent && perCall?.[kind] === true && hold === 'none';
    return isAddable ? { isOn: false, onToggle: () => addMedium(kind) } : toggle(isOn, isSent, onToggle);
  };
  const canHold = mayHold && (media.audio || media.video);
  return {
    hold: toggle(isHeldHere(hold), canHold, () => setHeld(!isHeldHere(hold))),
    microphone: device('audio', panels.isMicrophoneOn, toggleMicrophone),
    ownCamera: device('video', panels.isCameraOn, toggleCamera),
    sound: toggle(panels.isSoundOn, media.audio, toggleSound),
    incomingVideo: toggle(panels.isVideoVisible, media.video, () => togglePanel('video')),
    selfView: toggle(panels.isSelfViewVisible, media.video, () => togglePanel('selfView')),
    text: panels.isTextAlwaysVisible
      ? { isOn: media.text, onToggle: undefined }
      : toggle(panels.isTextVisible, media.text, () => togglePanel('text')),
    dialpad: toggle(panels.isDialerVisible, true, () => togglePanel('dialer')),
    isTextUnread: isUnread,
    isCompact: isSmallScreen,
    more: { isOpen: panels.isMoreVisible, onToggle: () => togglePanel('more') },
    onHangUp: () => hangUp(),
  };
}

/** Media that the call lacks because of settings that the user may change (INCALL-24, A-087). */
export function selectOffBySetting(
  media: Pick<MediaKinds, 'audio' | 'video'>,
  features: Pick<Features, 'audio' | 'video' | 'settings' | 'changeMedia'>,
  settings: Settings,
): 'audio' | 'video' | 'both' | undefined {
  if (!features.settings || !features.changeMedia) return undefined;
  const audio = features.audio && !media.audio && settings['WEB_AUDIO'] !== 'true';
  const video = features.video && !media.video && settings['WEB_VIDEO'] !== 'true';
  if (audio && video) return 'both';
  if (audio) return 'audio';
  return video ? 'video' : undefined;
}
