import type { EventLog } from '../domain/event-log.ts';
import { failureOf } from './delivery-failure.ts';
import type { Mail, Mailer } from './mail.ts';
import type { Outbox } from './outbox.ts';
import { LOOK_INTERVAL_MS } from './outbox-delivery.ts';

type Options = {
  /** Absent = there is no mail server: all mails stay in the outbox. */
  readonly deliver: ((mail: Mail) => Promise<void>) | undefined;
  readonly outbox: Outbox;
  readonly log: Pick<EventLog, 'warn' | 'error'>;
};

/**
 * Sends mails to the mail server. The outbox keeps the mails that the server does not accept; without a mail
 * server it keeps all.
 */
export function createMailer({ deliver, outbox, log }: Options): Mailer {
  const underWay = new Set<Promise<void>>();
  async function bring(mail: Mail): Promise<void> {
    try {
      if (deliver !== undefined) {
        await deliver(mail);
        return;
      }
    } catch (error) {
      log.warn({ event: 'mail_delivery_failed', ...failureOf(error), retryMs: LOOK_INTERVAL_MS });
    }
    try {
      if (!(await outbox.keep(mail)))
        log.error({ event: 'mail_dropped', reason: 'the outbox is full', subject: mail.subject });
    } catch (error) {
      log.error({ event: 'mail_lost', err: error });
    }
  }
  return {
    send(mail) {
      const task = bring(mail).finally(() => underWay.delete(task));
      underWay.add(task);
    },
    hasRoom: () => outbox.hasRoom(),
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
