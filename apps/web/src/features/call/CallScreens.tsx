import {
  type CallState,
  type ClientState,
  canHold,
  holdInFront,
  isResuming,
  type RemoteUser,
} from '@samtal/call-core';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { useCallBlock } from '../../client/hooks/use-call-action.ts';
import {
  useClient,
  useIntents,
  useKnownNames,
  useKnownPeople,
  useMediaStage,
} from '../../client/hooks/use-client.ts';
import { useFeature } from '../../client/hooks/use-feature.ts';
import { useIsCallBack } from '../../client/hooks/use-is-call-back.ts';
import { useNameClaim } from '../../client/hooks/use-person.ts';
import { useTextLook } from '../../client/hooks/use-text-look.ts';
import { isListed, type KnownPeople, withKnownName } from '../../client/people/known-names.ts';
import { nameOf } from '../../client/people/remote-user-name.ts';
import { ringtoneOf } from '../../client/ringtone/scores.ts';
import type { KeyValueStore } from '../../client/store/key-value-store.ts';
import { useStore } from '../../client/store/store.ts';
import { VisuallyHidden } from '../../ui/page/VisuallyHidden.tsx';
import { CallEnded } from './ended/CallEnded.tsx';
import { isForeign, selectCallEnded } from './ended/call-ended.selector.ts';
import { Ending } from './ended/Ending.tsx';
import { useAcceptedAt } from './ended/use-accepted-at.ts';
import { WithFace } from './frame/WithFace.tsx';
import { InCall, type InCallProps } from './in-call/InCall.tsx';
import { selectInCall, selectOffBySetting, selectToolbar } from './in-call/in-call.selector.ts';
import { LaterAddedMedium } from './later/LaterAddedMedium.tsx';
import { LaterArrivingText } from './later/LaterArrivingText.tsx';
import { LaterCharacters } from './later/LaterCharacters.tsx';
import { LaterScreenNotice } from './later/LaterScreen.tsx';
import { LaterSecondCall } from './later/LaterSecondCall.tsx';
import { LaterConnectedTitle, LaterTransfer } from './later/LaterTransfer.tsx';
import { BeforeAnswer } from './ringing/BeforeAnswer.tsx';
import { Calling } from './ringing/Calling.tsx';
import { Establishing } from './ringing/Establishing.tsx';
import { FirstWords, type FirstWordsProps } from './ringing/FirstWords.tsx';
import { IncomingCall } from './ringing/IncomingCall.tsx';
import { selectCalling, selectIncomingCall } from './ringing/ringing.selector.ts';
import { useFirstWords } from './ringing/use-first-words.ts';
import { TextAnnouncements } from './text/announcements/TextAnnouncements.tsx';
import type { Announcers } from './text/announcements/use-announcer.ts';
import { CallText } from './text/CallText.tsx';
import { EndedText } from './text/ended/EndedText.tsx';
import { KnockNotice } from './text/knock/KnockNotice.tsx';
import { useNamesApart } from './text/shared/use-three-text.ts';
import { useCallSettings, useSettings } from './use-call-settings.ts';
import { useUserName } from './use-user-name.ts';

const callOf = ({ call }: ClientState) => call;
const panelsOf = ({ panels }: ClientState) => panels;
const workingOf = ({ media }: ClientState) => media.working;
const sentTonesOf = ({ dtmf }: ClientState) => dtmf.sent;
const ownAddressOf = ({ settings }: ClientState) => settings?.account.address ?? '';
const perCallOf = ({ settings }: ClientState) => settings?.perCall;
const ownAdditionOf = ({ addition }: ClientState) => addition.own?.kind;
const interruptionOf = ({ continuity }: ClientState) => continuity.interruption;
const isTakenUp = ({ hold }: ClientState) => isResuming(hold);
const screenOf = ({ call, screens }: ClientState) =>
  'call' in call ? screens?.[call.call.callId] : undefined;
/** The user has connected the remote user with another one. */
const hasConnected = ({ transfer }: ClientState) => transfer?.phase === 'done';
/** Address of the user whose call takes the place of this one, which the own user has not ended (decision D87). */
const nextAddress = ({ transfer }: ClientState) =>
  transfer?.phase === 'switching' ? transfer.target.address : undefined;
const mayHaveSecond = ({ settings }: ClientState) => settings?.secondCall;
/** The call behind, if its user is in sight, too (decision D102). */
const inSight = ({ behind, three }: ClientState) =>
  three !== undefined && 'before' in three ? behind : undefined;
const otherUser = (state: ClientState): RemoteUser | undefined => {
  const other = inSight(state)?.call;
  return other && 'call' in other ? other.call.remoteUser : undefined;
};
const isTextUnread = (state: ClientState) => state.text.isUnread || inSight(state)?.text.isUnread === true;
const isSmall = ({ isSmallScreen }: ClientState) => isSmallScreen;

export type CallScreensProps = {
  /** Keeps the places of self view and dialer from call to call; undefined = they are not kept. */
  readonly store?: KeyValueStore | undefined;
  /** Opens the form of a new contact; undefined = contacts cannot be added. */
  readonly onAddContact?: ((remoteUser: RemoteUser) => void) | undefined;
  /** Opens the dial page with a number to correct; undefined = there is no such page. */
  readonly onCorrectNumber?: ((number: string) => void) | undefined;
};

/** The screen of the current call phase; empty without a call (CALLSCR, STATE-01). */
export default function CallScreens(props: CallScreensProps) {
  const call = useNamedCall();
  const hold = useClient(holdInFront);
  return (
    <WithFace address={'call' in call ? call.call.remoteUser.address : ''}>
      <CallScreen {...props} call={call} />
      <Connected isConnected={call.phase === 'accepted' && hold === 'none'} />
    </WithFace>
  );
}

/**
 * Announces the begin of the call, and the end of a hold, to screen readers, once. Screen readers announce only what
 * changes in an element, so it is in the page, empty, while the call still rings or is on hold.
 */
function Connected({ isConnected }: { readonly isConnected: boolean }) {
  const { t } = useTranslation();
  return (
    <VisuallyHidden>
      <output>{isConnected ? t('call.connected') : undefined}</output>
    </VisuallyHidden>
  );
}

/** The state of the call, in which the remote user has the name from the user's contacts. */
function useNamedCall(): CallState {
  const state = useClient(callOf);
  const names = useKnownNames();
  return useMemo(() => {
    if (!('call' in state)) return state;
    return { ...state, call: { ...state.call, remoteUser: withKnownName(state.call.remoteUser, names) } };
  }, [state, names]);
}

type CallScreenProps<Phase extends CallState> = CallScreensProps & { readonly call: Phase };

function CallScreen({ call, store, ...props }: CallScreenProps<CallState>) {
  const intents = useIntents();
  const acceptedAt = useAcceptedAt(call);
  const [announcers] = useState<Announcers>(() => new Map());
  const { draft, write } = useFirstWords(call, intents);
  const address = useClient(nextAddress);
  const next = useUserName(address === undefined ? undefined : { address });
  switch (call.phase) {
    case 'idle':
    case 'completed':
      return undefined;
    case 'incoming':
      return <Ringing key={call.call.callId} call={call} />;
    case 'calling':
      return (
        <Calling {...selectCalling(call, intents)}>
          <BeforeAnswer call={call} draft={draft} onWrite={write} />
        </Calling>
      );
    case 'establishing':
      return <Establishing name={nameOf(call.call.remoteUser)} />;
    case 'accepted':
      return <CallInProgress key={call.call.callId} call={call} store={store} announcers={announcers} />;
    case 'ending':
      return next ? (
        <Establishing name={next} />
      ) : (
        <Ending
          name={nameOf(call.call.remoteUser)}
          outcome={call.outcome}
          onDismiss={() => intents.dismiss()}
        />
      );
    case 'ended':
      return (
        <Ended
          key={call.call.callId}
          {...props}
          call={call}
          acceptedAt={acceptedAt}
          draft={draft}
          onWrite={write}
        />
      );
  }
}

type EndedProps = CallScreenProps<Extract<CallState, { phase: 'ended' }>> &
  Omit<FirstWordsProps, 'name'> & { readonly acceptedAt: number | undefined };

function Ended({ call, onAddContact, onCorrectNumber, acceptedAt, ...words }: EndedProps) {
  const [endedAt] = useState(() => Date.now());
  const [hasDraft] = useState(words.draft !== '');
  const people = useKnownPeople();
  const intents = useIntents();
  const blockedBy = useCallBlock(call.call.remoteUser.address);
  const look = useTextLook(useSettings());
  const ownAddress = useClient(ownAddressOf);
  const { address } = call.call.remoteUser;
  const isElsewhere = isForeign(address, ownAddress);
  const isOtherService = useFeature('plainWords') && isElsewhere;
  const number = isElsewhere ? address : nameOf({ address });
  const ended = selectCallEnded(call, blockedBy, intents, isOtherService);
  return (
    <CallEnded
      {...ended}
      connected={useClient(hasConnected) ? <LaterConnectedTitle name={ended.name} /> : undefined}
      durationMs={acceptedAt === undefined ? undefined : endedAt - acceptedAt}
      onCorrect={
        onCorrectNumber && call.outcome === 'unknownNumber' ? () => onCorrectNumber(number) : undefined
      }
      onAddContact={
        onAddContact && canBeAdded(call, people) ? () => onAddContact(call.call.remoteUser) : undefined
      }
    >
      <LaterTransfer name={ended.name} />
      {hasDraft && <FirstWords name={ended.name} {...words} />}
      <EndedText name={ended.name} look={look}>
        <LaterCharacters />
      </EndedText>
    </CallEnded>
  );
}

/** Whether the remote user can become a contact: the address is complete, exists and is not a contact yet. */
const canBeAdded = (
  { call, outcome }: Extract<CallState, { phase: 'ended' }>,
  people: KnownPeople,
): boolean =>
  outcome !== 'unknownNumber' &&
  call.remoteUser.address.includes('@') &&
  !isListed(people(call.remoteUser.address));

function Ringing({ call }: { readonly call: Extract<CallState, { phase: 'incoming' }> }) {
  const intents = useIntents();
  const ringtone = ringtoneOf(useSettings()['WEB_RINGTONE']);
  const isClaimed = useNameClaim()(call.call.remoteUser);
  const isPerCall = useClient(perCallOf) !== undefined;
  const props = selectIncomingCall(call, intents, isPerCall);
  const isCallBack = useIsCallBack(call.call.remoteUser.address);
  const { withUser } = call.call;
  const other = useUserName(withUser === undefined ? undefined : { address: withUser });
  return (
    <IncomingCall
      {...props}
      isClaimed={isClaimed}
      isCallBack={isCallBack}
      other={other}
      ringtone={ringtone}
    />
  );
}

type CallInProgressProps = CallScreenProps<Extract<CallState, { phase: 'accepted' }>> & {
  readonly announcers: Announcers;
};

function CallInProgress({ call, store, announcers }: CallInProgressProps) {
  const intents = useIntents();
  const stage = useMediaStage();
  const panels = useClient(panelsOf);
  const working = useClient(workingOf);
  const isUnread = useClient(isTextUnread);
  const sent = useClient(sentTonesOf);
  const isSmallScreen = useClient(isSmall);
  const perCall = useClient(perCallOf);
  const adding = useClient(ownAdditionOf);
  const interruption = useClient(interruptionOf);
  const hold = useClient(holdInFront);
  // A call that is held already can always be resumed.
  const isHoldable = useClient(canHold) || hold === 'own' || hold === 'both';
  const mayHold = useFeature('hold') && isHoldable;
  const mayTransfer = useFeature('transfer');
  const mayInvite = useFeature('threePeople');
  const other = useClient(otherUser);
  useUserName(other);
  const bothNames = useNamesApart(call.call.remoteUser, other);
  const isThree = other !== undefined;
  const mayShare = useFeature('screenSharing') && stage.canCaptureScreen && !isThree;
  const screen = useClient(screenOf);
  const settingsLater = useSettingsLater(call);
  const { settings, change, isKept } = useCallSettings();
  const look = useTextLook(settings);
  const showsArriving = useFeature('arrivingText');
  const toolbar = selectToolbar(
    {
      call,
      panels,
      working,
      isUnread,
      isSmallScreen,
      // While there are three, nothing is added (ADR 33).
      perCall: isThree ? undefined : perCall,
      adding,
      hold,
      mayHold,
    },
    intents,
  );
  const { callId, remoteUser } = call.call;
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
        {...selectInCall(call, panels, working, hold)}
        label={bothNames?.join(', ')}
        hasScreen={isThree ? call.media.audio || call.media.video : screen?.isByPeer}
        isThree={isThree}
        mayChooseThird={mayTransfer || mayInvite}
        onShare={mayShare ? () => void intents.shareScreen((screen?.own ?? 'none') === 'none') : undefined}
        interruption={interruption}
        isResuming={useClient(isTakenUp)}
        isTextWide={look.layout === 'sideBySide'}
        largeText={look.isLarge ? look.style : undefined}
        toolbar={toolbar}
        dialer={{ sent, onTone: (tone) => intents.sendTone(tone) }}
        settingsLater={settingsLater}
        attachRemote={attachRemote}
        attachLocal={attachLocal}
        store={store}
        notices={
          <>
            <LaterSecondCall front={nameOf(remoteUser)} />
            <LaterAddedMedium name={nameOf(remoteUser)} />
            <LaterTransfer name={nameOf(remoteUser)} />
            {screen && <LaterScreenNotice name={nameOf(remoteUser)} screen={screen} />}
          </>
        }
        canHaveSecond={useClient(mayHaveSecond)}
        arriving={
          showsArriving && isUnread ? (
            <LaterArrivingText look={look} names={bothNames} onOpen={toolbar.text.onToggle} />
          ) : undefined
        }
      >
        <CallText
          callId={callId}
          name={nameOf(remoteUser)}
          look={look}
          settings={settings}
          onSetting={change}
          isKept={isKept}
        />
      </InCall>
      <TextAnnouncements callId={callId} announcers={announcers} who={bothNames?.[0]} />
      <KnockNotice name={nameOf(remoteUser)} />
    </>
  );
}

/**
 * The media that are off because of settings that the user may change, and a function that opens these
 * settings; undefined = no such media.
 */
function useSettingsLater({ media }: CallInProgressProps['call']): InCallProps['settingsLater'] {
  const { session: sessionService, launch } = useAppServices();
  const session = useStore(sessionService.state);
  const [, navigate] = useLocation();
  // What is off can be added in the call itself (decision D33).
  const isPerCall = useClient(perCallOf) !== undefined;
  if (isPerCall) return undefined;
  // A kiosk visitor has no settings (KIOSK-10).
  if (session.phase !== 'signedIn' || launch !== undefined) return undefined;
  const off = selectOffBySetting(media, session.features, session.settings);
  // The call covers every page, so the settings are visible only after the call (ROUTE-27).
  return off && { off, onConfirm: () => navigate('/settings/duringcalls/media') };
}
