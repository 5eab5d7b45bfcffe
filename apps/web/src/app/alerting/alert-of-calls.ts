import {
  type CallClient,
  type ClientState,
  incomingText,
  initialClientState,
  type RemoteUser,
} from '@samtal/call-core';
import type { TFunction } from 'i18next';
import type { Alerts } from '../../client/alerts/alerts.ts';
import { type KnownNames, nobodyKnown, withKnownName } from '../../client/people/known-names.ts';
import { nameOf } from '../../client/people/remote-user-name.ts';
import type { Attention } from '../../client/ports/attention.ts';
import type { Store } from '../../client/store/store.ts';

export type AlertingOptions = {
  readonly client: Pick<CallClient, 'getState' | 'subscribe' | 'onTurnedAway' | 'intents'>;
  readonly attention: Attention;
  readonly alerts: Pick<Alerts, 'show'>;
  readonly t: TFunction;
  /** The signed-in user's organisation has notifications (BRAND-04). */
  readonly hasNotifications: () => boolean;
  /** The user's own names for other people. */
  readonly knownNames?: Store<KnownNames> | undefined;
  /** The number of unread messages. */
  readonly unread?: Store<number> | undefined;
};

const nothing = (): void => undefined;

const incomingIn = ({ call }: ClientState) => (call.phase === 'incoming' ? call.call : undefined);
const missedIn = ({ call }: ClientState) =>
  call.phase === 'ended' && call.isMissed === true ? call.call : undefined;

/** From the first ring until the call is over. */
const isOn = ({ call: { phase } }: ClientState): boolean =>
  phase === 'incoming' || phase === 'calling' || phase === 'establishing' || phase === 'accepted';

/** In the current call the remote user has written or knocked. */
function hasSpoken(before: ClientState, after: ClientState): boolean {
  if (before.call.phase !== 'accepted' || after.call.phase !== 'accepted') return false;
  const incoming = incomingText(after.text);
  const hasWritten = incoming !== incomingText(before.text) && incoming !== '';
  return hasWritten || hasKnocked(before, after);
}

const hasKnocked = (before: ClientState, after: ClientState): boolean =>
  after.panels.knocks > before.panels.knocks;

/**
 * Alerts the user, never by sound only (decision D18): a notification and the tab while it rings (NOTIF-01 …
 * -06), a notification for a missed call (CALLSCR-12), the bell for a missed call or new text while the page
 * is not looked at (NAV-16), and a notice in the call for a second one (decision D34). The screen stays on
 * from ringing to the end. The ringing screen itself flashes and sounds.
 */
export function alertOfCalls(options: AlertingOptions): void {
  const { client, attention, alerts, t, hasNotifications, knownNames, unread } = options;
  const wordFor = (remoteUser: RemoteUser): string =>
    nameOf(withKnownName(remoteUser, knownNames?.get() ?? nobodyKnown));
  const { notifications, page, bell } = attention;
  // It may ring before the code for alerts is loaded.
  let before = initialClientState;
  let stopRinging = nothing;
  let letScreenGo = nothing;
  let removeBell = nothing;

  const ring = ({ callId, remoteUser }: NonNullable<ReturnType<typeof incomingIn>>): (() => void) => {
    const title = t('call.incoming', { name: wordFor(remoteUser) });
    const answer = (): void => {
      // When the user clicks, another call may be ringing, or none.
      if (incomingIn(client.getState())?.callId === callId) client.intents.answer();
    };
    const stops = [
      bell.show(title),
      attention.vibrate(),
      hasNotifications()
        ? notifications.show({
            tag: `call-${callId}`,
            title,
            body: t('call.clicktoanswer'),
            isUrgent: true,
            onClick: answer,
          })
        : nothing,
    ];
    return () => {
      for (const stop of stops) stop();
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

  const react = (): void => {
    const after = client.getState();
    const [earlier, incoming] = [incomingIn(before), incomingIn(after)];
    if (earlier?.callId !== incoming?.callId) {
      stopRinging();
      stopRinging = incoming === undefined ? nothing : ring(incoming);
    }
    if (isOn(before) !== isOn(after)) {
      letScreenGo();
      letScreenGo = isOn(after) ? attention.keepScreenOn() : nothing;
    }
    const missed = missedIn(after);
    if (missed !== undefined && missed !== missedIn(before)) {
      ringBell();
      if (hasNotifications())
        notifications.show({
          tag: `missed-${missed.callId}`,
          title: t('call.missed', { name: wordFor(missed.remoteUser) }),
        });
    }
    if (hasSpoken(before, after)) ringBell();
    if (hasKnocked(before, after)) attention.nudge();
    before = after;
  };
  react();
  client.subscribe(react);
  // Without sound, because another call is in progress (decision D34).
  client.onTurnedAway(({ remoteUser }) => {
    ringBell();
    const message = { key: 'call.missed', name: wordFor(remoteUser) } as const;
    alerts.show({ id: 'missedCall', type: 'info', message }, { append: true, hint: true });
  });
  page.subscribe(() => {
    if (page.isLookedAt()) removeBell();
  });
}
