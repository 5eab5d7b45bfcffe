import type { FastifyBaseLogger } from 'fastify';
import type { Mail, Mailer } from './mail.ts';
import type { Outbox } from './outbox.ts';

type Options = {
  /** Absent = there is no mail server: all mails stay in the outbox. */
  readonly deliver: ((mail: Mail) => Promise<void>) | undefined;
  readonly outbox: Outbox;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
};

/**
 * Sends mails to the mail server, and keeps in the outbox those that it does not accept, or all without a
 * server.
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
      log.error({ err: error }, 'a mail could not be sent and is kept in the outbox');
    }
    try {
      if (!(await outbox.keep(mail)))
        log.error({ event: 'mail_dropped', reason: 'the outbox is full', subject: mail.subject });
    } catch (error) {
      log.error({ err: error }, 'a mail is lost: the outbox cannot be written');
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
