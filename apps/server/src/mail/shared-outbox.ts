import { randomBytes } from 'node:crypto';
import type { Repositories } from '../storage/repositories/repositories.ts';
import { contentOf, DEFAULT_ROOM, type Outbox, type OutboxRoom, parseMail } from './outbox.ts';

/**
 * The mails of several server processes that no mail server accepted, in their database (decision D105).
 * @param now milliseconds since the epoch
 */
export function createSharedOutbox(
  { waitingMails }: Pick<Repositories, 'waitingMails'>,
  now: () => number,
  room: OutboxRoom = DEFAULT_ROOM,
): Outbox {
  return {
    keep(mail) {
      const { sentAt, content } = contentOf(mail, now());
      const name = `${sentAt}-${randomBytes(4).toString('hex')}`;
      return waitingMails.add({ name, content, bytes: Buffer.byteLength(content) }, room);
    },
    async hasRoom() {
      if (room.dropsOldest) return true;
      const { mails, bytes } = await waitingMails.tally();
      return mails < room.mails && bytes < room.bytes;
    },
    count: async () => (await waitingMails.tally()).mails,
    list: async (most) => (await waitingMails.latest(most)).flatMap((content) => parseMail(content) ?? []),
    async *waiting() {
      for (let after = ''; ; ) {
        const found = await waitingMails.next(after);
        if (found === undefined) return;
        after = found.name;
        const mail = parseMail(found.content);
        if (mail !== undefined) yield { name: found.name, mail };
      }
    },
    remove: (name) => waitingMails.remove(name),
  };
}

/** Moves the mails of one outbox to another, as far as there is room. */
export async function moveMails(from: Outbox, to: Outbox): Promise<void> {
  for await (const { name, mail } of from.waiting()) {
    if (!(await to.keep(mail))) return;
    await from.remove(name);
  }
}
