import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { type Meter, NO_METER } from '../../domain/meter.ts';
import type { Mail } from '../../mail/mail.ts';
import { createMailer } from '../../mail/mailer.ts';
import { createOutbox, type OutboxRoom } from '../../mail/outbox.ts';
import { createSharedOutbox, moveMails } from '../../mail/shared-outbox.ts';
import { createSmtpDelivery } from '../../mail/smtp.ts';
import type { Repositories } from '../../storage/repositories/repositories.ts';

/** Counts the attempts to deliver a mail. */
const countMails =
  (deliver: (mail: Mail) => Promise<void>, meter: Pick<Meter, 'mailDelivered'>) =>
  async (mail: Mail): Promise<void> => {
    try {
      await deliver(mail);
      meter.mailDelivered('sent');
    } catch (error) {
      meter.mailDelivered('failed');
      throw error;
    }
  };

type Parts = {
  readonly repositories: Pick<Repositories, 'waitingMails'>;
  readonly log: Logger;
  readonly meter?: Pick<Meter, 'mailDelivered'>;
};

/** Sends mails to the SMTP server, if one is configured; mails that are not delivered go to `outbox`. */
export function openMail(
  { dataDir, mail, serverProcesses }: Pick<Config, 'dataDir' | 'mail' | 'serverProcesses'>,
  { repositories, log, meter = NO_METER }: Parts,
  room?: OutboxRoom,
) {
  const ofFolder = createOutbox(join(dataDir, 'outbox'), Date.now, room);
  const ofDatabase = createSharedOutbox(repositories, Date.now, room);
  const [outbox, other] = serverProcesses === 'several' ? [ofDatabase, ofFolder] : [ofFolder, ofDatabase];
  const deliver = mail === undefined ? undefined : countMails(createSmtpDelivery(mail), meter);
  return {
    outbox,
    deliver,
    mailer: createMailer({ deliver, outbox, log }),
    /** Moves the mails that wait since the setting was another one. */
    moveMails: () => moveMails(other, outbox),
  };
}
