import type { Clock } from '@samtal/sip';
import { VERIFICATION_LIFETIME_MS } from '../domain/accounts/link-rules.ts';
import type { EventLog } from '../domain/event-log.ts';
import { failureOf } from './delivery-failure.ts';
import type { Mail } from './mail.ts';
import type { Outbox } from './outbox.ts';

export const LOOK_INTERVAL_MS = 60 * 1000;
const LONGEST_PAUSE_MS = 6 * 60 * 60 * 1000;
/** How long a mail is kept: afterwards all keys in it have expired. */
const LIFETIME_MS = VERIFICATION_LIFETIME_MS;

type Options = {
  readonly outbox: Pick<Outbox, 'waiting' | 'remove'>;
  /** Absent = there is no mail server: mails are only kept until they expire. */
  readonly deliver: ((mail: Mail) => Promise<void>) | undefined;
  readonly clock: Clock;
  readonly log: Pick<EventLog, 'warn' | 'error'>;
};

/**
 * Delivers the mails of the outbox to the mail server: those that it did not accept at first (greylisting, a
 * restart), and those from the operator's tool. The pauses between attempts double, up to six hours.
 * @returns a function that stops the delivery, fulfilled when no attempt is in progress
 */
export function startOutboxDelivery({ outbox, deliver, clock, log }: Options): () => Promise<void> {
  const nextAttempts = new Map<string, number>();
  let isStopping = false;
  let cancel = (): void => undefined;

  async function bring(name: string, mail: Mail, ageMs: number): Promise<void> {
    if (deliver === undefined || clock.now() < (nextAttempts.get(name) ?? 0)) return;
    try {
      await deliver(mail);
    } catch (error) {
      const retryMs = Math.min(Math.max(ageMs, LOOK_INTERVAL_MS), LONGEST_PAUSE_MS);
      nextAttempts.set(name, clock.now() + retryMs);
      log.warn({ event: 'mail_delivery_failed', ...failureOf(error), retryMs });
      return;
    }
    nextAttempts.delete(name);
    await outbox.remove(name);
  }

  async function look(): Promise<void> {
    for await (const { name, mail } of outbox.waiting()) {
      if (isStopping) return;
      const ageMs = clock.now() - Date.parse(mail.sentAt);
      if (ageMs < LIFETIME_MS) await bring(name, mail, ageMs);
      else {
        nextAttempts.delete(name);
        await outbox.remove(name);
        log.warn({ event: 'mail_expired' });
      }
    }
  }

  async function lookAndGoOn(): Promise<void> {
    await look().catch((error: unknown) => log.error({ event: 'outbox_failed', err: error }));
    if (isStopping) return;
    cancel = clock.setTimer(LOOK_INTERVAL_MS, () => {
      underWay = lookAndGoOn();
    });
  }

  let underWay = lookAndGoOn();
  return async () => {
    isStopping = true;
    cancel();
    await underWay;
  };
}
