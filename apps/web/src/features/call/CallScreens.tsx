import type { Settings } from '@samtal/api-contract';
import { type CallState, type ClientState, callBlockedBy, type Party } from '@samtal/call-core';
import { useCallback, useMemo } from 'react';
import { useLocation } from 'wouter';
import { useAppServices } from '../../client/app-services.ts';
import { type KnownNames, withKnownName } from '../../client/known-names.ts';
import type { KeyValueStore } from '../../client/ports.ts';
import { ringtoneOf } from '../../client/ringtone/scores.ts';
import { textLookOf } from '../../client/text-look.ts';
import { useClient, useIntents, useKnownNames, useMediaStage } from '../../client/use-client.ts';
import { useStore } from '../../client/use-store.ts';
import { CallEnded } from './CallEnded.tsx';
import { Calling } from './Calling.tsx';
import { selectCallEnded } from './call-ended.selector.ts';
import { Ending } from './Ending.tsx';
import { Establishing } from './Establishing.tsx';
import { InCall, type InCallProps } from './InCall.tsx';
import { IncomingCall } from './IncomingCall.tsx';
import { selectInCall, selectOffBySetting, selectToolbar } from './in-call.selector.ts';
import { PermissionOverlay } from './PermissionOverlay.tsx';
import { nameOf } from './party-name.ts';
import { selectCalling, selectIncomingCall } from './ringing.selector.ts';
import { CallText } from './text/CallText.tsx';
import { TextAnnouncements } from './text/TextAnnouncements.tsx';
import { useConversation } from './text/use-conversation.ts';

const callOf = ({ call }: ClientState) => call;
const panelsOf = ({ panels }: ClientState) => panels;
const sentTonesOf = ({ dtmf }: ClientState) => dtmf.sent;
const isTextUnread = ({ text }: ClientState) => text.isUnread;
const isSmall = ({ isSmallScreen }: ClientState) => isSmallScreen;
const isPermissionAwaited = ({ media }: ClientState) => media.isPermissionOverlayVisible;

export type CallScreensProps = {
  /** Remembers from call to call how a person likes the screen; without it every call begins anew. */
  readonly store?: KeyValueStore | undefined;
  /** Opens the form of a new contact; undefined where there are none to be made. */
  readonly onAddContact?: ((party: Party) => void) | undefined;
};

/** The screen of whatever phase the call is in; nothing when there is no call (CALLSCR, STATE-01). */
export default function CallScreens({ store, onAddContact }: CallScreensProps) {
  const call = useNamedCall();
  const needsPermission = useClient(isPermissionAwaited);
  return (
    <>
      <CallScreen call={call} store={store} onAddContact={onAddContact} />
      {needsPermission ? <PermissionOverlay /> : undefined}
    </>
  );
}

/** The call, whose party has the name that the person knows it by. */
function useNamedCall(): CallState {
  const state = useClient(callOf);
  const names = useKnownNames();
  return useMemo(() => {
    if (!('call' in state)) return state;
    return { ...state, call: { ...state.call, party: withKnownName(state.call.party, names) } };
  }, [state, names]);
}

function CallScreen({ call, store, onAddContact }: CallScreensProps & { readonly call: CallState }) {
  const names = useKnownNames();
  const intents = useIntents();
  const blockedBy = useClient(callBlockedBy);
  switch (call.phase) {
    case 'idle':
    case 'completed':
      return undefined;
    case 'incoming':
      return <Ringing key={call.call.callId} call={call} />;
    case 'calling':
      return <Calling {...selectCalling(call, intents)} />;
    case 'establishing':
      return <Establishing name={nameOf(call.call.party)} />;
    case 'accepted':
      return <CallInProgress key={call.call.callId} call={call} store={store} />;
    case 'ending':
      return <Ending name={nameOf(call.call.party)} wasRejected={call.outcome === 'rejectedLocal'} />;
    case 'ended':
      return (
        <CallEnded
          key={call.call.callId}
          {...selectCallEnded(call, blockedBy, intents)}
          onAddContact={
            onAddContact && canBeAdded(call, names) ? () => onAddContact(call.call.party) : undefined
          }
        />
      );
  }
}

/** Somebody with a whole address, who is there and not known yet. */
const canBeAdded = ({ call, outcome }: Extract<CallState, { phase: 'ended' }>, names: KnownNames): boolean =>
  outcome !== 'unknownNumber' && call.party.address.includes('@') && names(call.party.address) === undefined;

const noSettings: Settings = {};

/** What the person has chosen. */
function useSettings(): Settings {
  const session = useStore(useAppServices().session.state);
  return session.phase === 'signedIn' ? session.settings : noSettings;
}

function Ringing({ call }: { readonly call: Extract<CallState, { phase: 'incoming' }> }) {
  const intents = useIntents();
  const ringtone = ringtoneOf(useSettings()['WEB_RINGTONE']);
  return <IncomingCall {...selectIncomingCall(call, intents)} ringtone={ringtone} />;
}

type CallInProgressProps = CallScreensProps & { readonly call: Extract<CallState, { phase: 'accepted' }> };

function CallInProgress({ call, store }: CallInProgressProps) {
  const intents = useIntents();
  const stage = useMediaStage();
  const panels = useClient(panelsOf);
  const isUnread = useClient(isTextUnread);
  const sent = useClient(sentTonesOf);
  const isSmallScreen = useClient(isSmall);
  const settingsLater = useSettingsLater(call);
  const settings = useSettings();
  const look = useMemo(() => textLookOf(settings), [settings]);
  const conversation = useConversation();
  const { callId, party } = call.call;
  const attachRemote = useCallback(
    (element: HTMLVideoElement | null) =>
      element === null ? undefined : stage.attachRemote(callId, element),
    [stage, callId],
  );
  const attachLocal = useCallback(
    (element: HTMLVideoElement | null) => (element === null ? undefined : stage.attachLocal(callId, element)),
    [stage, callId],
  );
  return (
    <>
      <InCall
        {...selectInCall(call, panels)}
        isTextWide={look.layout === 'sideBySide'}
        toolbar={selectToolbar({ call, panels, isUnread, isSmallScreen }, intents)}
        dialer={{ sent, onTone: (tone) => intents.sendTone(tone) }}
        settingsLater={settingsLater}
        attachRemote={attachRemote}
        attachLocal={attachLocal}
        store={store}
      >
        <CallText name={nameOf(party)} look={look} conversation={conversation} />
      </InCall>
      <TextAnnouncements />
    </>
  );
}

/** The way to the settings of a medium that this call lacks because it is off there: open when the call has ended. */
function useSettingsLater({ media }: CallInProgressProps['call']): InCallProps['settingsLater'] {
  const { session: sessionService, entry } = useAppServices();
  const session = useStore(sessionService.state);
  const [, navigate] = useLocation();
  // A visitor of the kiosk has no settings to go to (KIOSK-10).
  if (session.phase !== 'signedIn' || entry !== undefined) return undefined;
  const off = selectOffBySetting(media, session.features, session.settings);
  // The call has the screen whatever the address says (ROUTE-27).
  return off && { off, onConfirm: () => navigate('/settings/duringcalls/media') };
}
