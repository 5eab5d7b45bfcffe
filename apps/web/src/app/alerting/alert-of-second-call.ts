import { type CallClient, type CallParts, type CallState, incomingText } from '@samtal/call-core';
import type { TFunction } from 'i18next';
import { type KnownNames, nobodyKnown, withKnownName } from '../../client/people/known-names.ts';
import { nameOf } from '../../client/people/remote-user-name.ts';
import type { Attention } from '../../client/ports/attention.ts';
import type { Store } from '../../client/store/store.ts';

export type SecondAlertingOptions = {
  readonly client: Pick<CallClient, 'getState' | 'subscribe'>;
  readonly attention: Pick<Attention, 'notifications' | 'page' | 'bell' | 'nudge'>;
  readonly t: TFunction;
  readonly hasNotifications: () => boolean;
  readonly knownNames?: Store<KnownNames> | undefined;
  /** Learns the name of a remote user (decision D61). */
  readonly learnName: (address: string) => void;
};

type Begun = Exclude<CallState, { phase: 'idle' }>;
const nothing = (): void => undefined;

const begunIn = (parts: CallParts | undefined): Begun | undefined =>
  parts === undefined || parts.call.phase === 'idle' ? undefined : parts.call;

/** Whether the remote user of the waiting call has written or knocked. */
const hasSpoken = (before: CallParts, after: CallParts): boolean =>
  incomingText(before.text) !== incomingText(after.text) || after.panels.knocks > before.panels.knocks;

/**
 * Alerts the user to a second caller softly: the title of the page and one short vibration, and a notification if
 * the user does not look at the page. The call screen shows and sounds it (decision D85). Text and knocks in the
 * waiting call are reported as those of the call in front.
 */
export function alertOfSecondCall(options: SecondAlertingOptions): void {
  const { client, attention, t, hasNotifications, knownNames, learnName } = options;
  let before: CallParts | undefined;
  let ringing: string | undefined;
  let stopRinging = nothing;
  let removeBell = nothing;

  const ring = ({ call: { callId, remoteUser } }: Begun): (() => void) => {
    learnName(remoteUser.address);
    attention.nudge();
    const title = (): string =>
      t('call.incoming', { name: nameOf(withKnownName(remoteUser, knownNames?.get() ?? nobodyKnown)) });
    let hideBell = attention.bell.show(title());
    const stopFollowing = knownNames?.subscribe(() => {
      hideBell();
      hideBell = attention.bell.show(title());
    });
    const hideNotification =
      hasNotifications() && !attention.page.isLookedAt()
        ? attention.notifications.show({ tag: `call-${callId}`, title: title(), isUrgent: true })
        : nothing;
    return () => {
      stopFollowing?.();
      hideBell();
      hideNotification();
    };
  };

  const react = (): void => {
    const { behind, beside } = client.getState();
    const call = begunIn(behind);
    const caller = [begunIn(beside), call].find((each) => each?.phase === 'incoming');
    const rings = caller?.call.callId;
    if (rings !== ringing) {
      stopRinging();
      ringing = rings;
      stopRinging = caller === undefined ? nothing : ring(caller);
    }
    const earlier = begunIn(before);
    const isSame = call?.phase === 'accepted' && earlier?.call.callId === call.call.callId;
    if (isSame && before !== undefined && behind !== undefined && hasSpoken(before, behind)) {
      if (behind.panels.knocks > before.panels.knocks) attention.nudge();
      if (!attention.page.isLookedAt()) {
        removeBell();
        removeBell = attention.bell.show();
      }
    }
    before = behind;
  };
  react();
  client.subscribe(react);
  attention.page.subscribe(() => {
    if (attention.page.isLookedAt()) removeBell();
  });
}
