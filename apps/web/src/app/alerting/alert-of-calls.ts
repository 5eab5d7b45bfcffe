import {
  type CallClient,
  type CallIdentity,
  type ClientState,
  incomingText,
  initialClientState,
  isSilent,
  type RemoteUser,
} from '@samtal/call-core';
import type { TFunction } from 'i18next';
import type { Alerts } from '../../client/alerts/alerts.ts';
import {
  type KnownNames,
  type KnownPeople,
  nobodyKnown,
  withKnownName,
} from '../../client/people/known-names.ts';
import { nameOf } from '../../client/people/remote-user-name.ts';
import type { Attention } from '../../client/ports/attention.ts';
import { imageAddress } from '../../client/product/image-address.ts';
import type { Store } from '../../client/store/store.ts';

export type AlertingOptions = {
  readonly client: Pick<CallClient, 'getState' | 'subscribe' | 'onTurnedAway' | 'intents'>;
  readonly attention: Attention;
  readonly alerts: Pick<Alerts, 'show'>;
  readonly t: TFunction;
  /** Whether the signed-in user's organisation has notifications (BRAND-04). */
  readonly hasNotifications: () => boolean;
  /** The user's own names for other people. */
  readonly knownNames?: Store<KnownNames> | undefined;
  /** The pictures of these people (decision D67). */
  readonly knownPeople?: Store<KnownPeople> | undefined;
  /** Calls `then` when the name of an address is known, or will not be known soon; at once if absent. */
  readonly whenNamed?: ((address: string, then: () => void) => () => void) | undefined;
  /** The number of unread messages. */
  readonly unread?: Store<number> | undefined;
};

const nothing = (): void => undefined;
const atOnce = (_address: string, then: () => void): (() => void) => {
  then();
  return nothing;
};

const incomingIn = ({ call }: ClientState) => (call.phase === 'incoming' ? call.call : undefined);
/** The missed calls among those in front, behind and beside. */
const missedIn = (state: ClientState): readonly CallIdentity[] =>
  [state, state.behind, state.beside].flatMap((parts) =>
    parts?.call.phase === 'ended' && parts.call.isMissed === true ? [parts.call.call] : [],
  );

/** Whether a call is in progress, from the first ring to the end. */
const isOn = ({ call: { phase } }: ClientState): boolean =>
  phase === 'incoming' || phase === 'calling' || phase === 'establishing' || phase === 'accepted';

/**
 * Whether the remote user has written or knocked between the states `before` and `after` of a call.
 */
function hasSpoken(before: ClientState, after: ClientState): boolean {
  if (!isSameTalk(before, after)) return false;
  const incoming = incomingText(after.text);
  const hasWritten = incoming !== incomingText(before.text) && incoming !== '';
  return hasWritten || hasKnocked(before, after);
}

const hasKnocked = (before: ClientState, after: ClientState): boolean =>
  isSameTalk(before, after) && after.panels.knocks > before.panels.knocks;

/** Whether both states have the same call in front; the calls may have changed places (decision D85). */
const isSameTalk = ({ call: before }: ClientState, { call: after }: ClientState): boolean =>
  before.phase === 'accepted' && after.phase === 'accepted' && before.call.callId === after.call.callId;

/**
 * Alerts the user to calls, never by sound only (decision D18): to an incoming call by notification,
 * vibration and tab bell (NOTIF-01 … -06), to a missed call by notification (CALLSCR-12) and bell, to new
 * text, knocks and messages by the bell (NAV-16), to a second caller by bell and notice (decision D34).
 * Except for an incoming call, the bell is shown only while the user does not look at the page.
 */
export function alertOfCalls(options: AlertingOptions): void {
  const {
    client,
    attention,
    alerts,
    t,
    hasNotifications,
    knownNames,
    knownPeople,
    unread,
    whenNamed = atOnce,
  } = options;
  const wordFor = (remoteUser: RemoteUser): string =>
    nameOf(withKnownName(remoteUser, knownNames?.get() ?? nobodyKnown));
  const pictureOf = ({ address }: RemoteUser): { readonly picture?: string } => {
    const image = knownPeople?.get()(address)?.image ?? '';
    return image === '' ? {} : { picture: imageAddress(image) };
  };
  const { notifications, page, bell } = attention;
  // Compares with the initial state first, so that the user is alerted to a call that began to ring before
  // this code was loaded.
  let before = initialClientState;
  let stopRinging = nothing;
  let letScreenGo = nothing;
  let removeBell = nothing;

  const ring = ({ callId, remoteUser }: NonNullable<ReturnType<typeof incomingIn>>): (() => void) => {
    const title = (): string => t('call.incoming', { name: wordFor(remoteUser) });
    const answer = (): void => {
      // When the user clicks, another call may be ringing, or none.
      if (incomingIn(client.getState())?.callId === callId) client.intents.answer();
    };
    let hideBell = nothing;
    let hideNotification = nothing;
    const stopVibration = attention.vibrate();
    const showBell = (): void => {
      hideBell();
      hideBell = bell.show(title());
    };
    // A notification cannot be changed, so it waits a moment for the caller's name (decision D61); the screen,
    // the sound and the vibration do not.
    const stopWaiting = whenNamed(remoteUser.address, () => {
      showBell();
      if (hasNotifications())
        hideNotification = notifications.show({
          tag: `call-${callId}`,
          title: title(),
          body: t('call.clicktoanswer'),
          ...pictureOf(remoteUser),
          isUrgent: true,
          onClick: answer,
        });
    });
    if (hideBell === nothing) showBell();
    // The name may become known later than the notification could wait.
    const stopFollowing = knownNames?.subscribe(showBell) ?? nothing;
    return () => {
      stopFollowing();
      stopWaiting();
      stopVibration();
      hideBell();
      hideNotification();
    };
  };

  const ringBell = (): void => {
    if (page.isLookedAt()) return;
    removeBell();
    removeBell = bell.show();
  };

  let unreadBefore = unread?.get() ?? 0;
  unread?.subscribe(() => {
    const count = unread.get();
    if (count > unreadBefore) ringBell();
    unreadBefore = count;
  });

  /** Says it on the page too, where screen readers read it out. */
  const noteMissed = (remoteUser: RemoteUser): void => {
    whenNamed(remoteUser.address, () => {
      const message = () => ({ key: 'call.missed', name: wordFor(remoteUser) }) as const;
      const alert = { id: 'missedCall', type: 'info', message: message() } as const;
      const change = alerts.show(alert, { append: true, hint: true });
      const stopFollowing = knownNames?.subscribe(() => {
        if (!change(message())) stopFollowing?.();
      });
    });
  };

  const react = (): void => {
    const after = client.getState();
    const earlier = incomingIn(before);
    const incoming = incomingIn(after);
    if (earlier?.callId !== incoming?.callId) {
      stopRinging();
      stopRinging = incoming === undefined ? nothing : ring(incoming);
    }
    if (isOn(before) !== isOn(after)) {
      letScreenGo();
      letScreenGo = isOn(after) ? attention.keepScreenOn() : nothing;
    }
    const known = missedIn(before);
    for (const missed of missedIn(after)) {
      if (known.includes(missed)) continue;
      ringBell();
      noteMissed(missed.remoteUser);
      if (hasNotifications())
        notifications.show({
          tag: `missed-${missed.callId}`,
          title: t('call.missed', { name: wordFor(missed.remoteUser) }),
          ...pictureOf(missed.remoteUser),
        });
    }
    if (hasSpoken(before, after)) ringBell();
    if (hasKnocked(before, after) && !isSilent(after.call)) attention.nudge();
    before = after;
  };
  react();
  client.subscribe(react);
  // A caller who was turned away because of the current call is reported by bell and notice only (decision
  // D34).
  client.onTurnedAway(({ remoteUser }) => {
    ringBell();
    noteMissed(remoteUser);
  });
  page.subscribe(() => {
    if (page.isLookedAt()) removeBell();
  });
}
