import type { Clock, TransactionLayer } from '@samtal/sip';
import { ignoreOutcome, isSuccess } from '@samtal/sip';
import type { EventLog } from '../../domain/event-log.ts';
import { SUBSCRIPTION_LIMITS } from '../../domain/limits/limits.ts';
import { nothing } from '../../domain/nothing.ts';
import { createNotify, type Ending, type Subscription } from './subscription.ts';
import type { Subscriptions } from './subscriptions.ts';

type Options = {
  readonly subscriptions: Pick<Subscriptions, 'remove'>;
  readonly transactions: Pick<TransactionLayer, 'send' | 'sendOutside'>;
  readonly clock: Clock;
  readonly elapsedMs: () => number;
  readonly log: Pick<EventLog, 'warn'>;
};

/** Sends the NOTIFYs of subscriptions, and ends the subscriptions whose time is over. */
export type Notifier = {
  /**
   * Sends NOTIFY with the numbers, and lets the subscription last `seconds` from now; with 0 it ends with this NOTIFY (RFC
   * 6665 §4.4.3).
   */
  serve(subscription: Subscription, seconds: number): void;
  /** The mailbox has changed: the subscriber is told soon. */
  changed(subscription: Subscription): void;
  /** Ends a subscription with a last NOTIFY. */
  end(subscription: Subscription, ending: Ending): void;
  /** Forgets a subscription; nothing more is sent for it. */
  drop(subscription: Subscription): void;
};

export function createNotifier(options: Options): Notifier {
  const { subscriptions, transactions, clock, elapsedMs, log } = options;

  function drop(subscription: Subscription): void {
    subscription.isEnded = true;
    subscription.cancelExpiry();
    subscription.cancelWait?.();
    subscription.mailbox.close();
    subscriptions.remove(subscription);
  }

  /** Sends the last NOTIFY with what the subscriber knows already (RFC 6665 §4.2.2). */
  function end(subscription: Subscription, ending: Ending): void {
    drop(subscription);
    const notify = createNotify(subscription, `terminated;reason=${ending}`);
    if (ending === 'deactivated') transactions.sendOutside(notify, subscription.flow.id);
    else transactions.send(notify, subscription.flow.id, ignoreOutcome);
  }

  /** Tells the subscriber the numbers, and goes on when it has answered. */
  function notify(subscription: Subscription): void {
    const seconds = Math.max(0, Math.ceil((subscription.expiresAt - elapsedMs()) / 1000));
    const failed = (): void => {
      if (!subscription.isEnded) drop(subscription);
    };
    subscription.notifiedAt = elapsedMs();
    subscription.pending += 1;
    transactions.send(createNotify(subscription, `active;expires=${seconds}`), subscription.flow.id, {
      response(response) {
        if (response.status < 200) return;
        subscription.pending -= 1;
        // A subscriber that does not know the subscription, or cannot be asked, has lost it (RFC 6665 §4.2.2).
        if (isSuccess(response)) plan(subscription);
        else failed();
      },
      timedOut: failed,
      flowLost: nothing,
    });
  }

  /** Asks for the numbers after a change, and sends them if they are others. */
  async function tell(subscription: Subscription): Promise<void> {
    subscription.isDue = false;
    subscription.pending += 1;
    try {
      const counts = await subscription.mailbox.count();
      if (subscription.isEnded) return;
      const { unread, read } = subscription.counts;
      subscription.counts = counts;
      if (counts.unread !== unread || counts.read !== read) notify(subscription);
    } catch (error) {
      log.warn({ event: 'message_waiting_failed', err: error });
    } finally {
      subscription.pending -= 1;
      plan(subscription);
    }
  }

  /** Sends what has changed, but no more often than once a second, and not before the last NOTIFY is answered. */
  function plan(subscription: Subscription): void {
    const { isDue, isEnded, pending, cancelWait, notifiedAt } = subscription;
    if (!isDue || isEnded || pending > 0 || cancelWait !== undefined) return;
    const waitMs = notifiedAt + SUBSCRIPTION_LIMITS.notifyIntervalMs - elapsedMs();
    if (waitMs <= 0) {
      void tell(subscription);
      return;
    }
    subscription.cancelWait = clock.setTimer(waitMs, () => {
      subscription.cancelWait = undefined;
      plan(subscription);
    });
  }

  /** Lets the subscription last from now. */
  function prolong(subscription: Subscription, seconds: number): void {
    subscription.cancelExpiry();
    subscription.expiresAt = elapsedMs() + seconds * 1000;
    subscription.cancelExpiry = clock.setTimer(seconds * 1000, () => end(subscription, 'timeout'));
  }

  return {
    serve(subscription, seconds) {
      if (seconds === 0) {
        end(subscription, 'timeout');
        return;
      }
      prolong(subscription, seconds);
      notify(subscription);
    },
    changed(subscription) {
      subscription.isDue = true;
      plan(subscription);
    },
    end,
    drop,
  };
}
