import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { DEFAULT_LIMITS, OUTBOX_LIMITS } from '../domain/limits/limits.ts';
import type { MailRoom } from '../storage/repositories/repositories.ts';
import type { Mail } from './mail.ts';

const keptMailSchema = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  sentAt: z.string(),
});

export type KeptMail = z.infer<typeof keptMailSchema>;

export type WaitingMail = { readonly name: string; readonly mail: KeptMail };

export type Outbox = {
  /** Stores a mail. @returns false if the outbox is full and the mail was dropped */
  keep(mail: Mail): Promise<boolean>;
  /** Whether another mail would be kept. */
  hasRoom(): Promise<boolean>;
  /** Number of mails that wait. */
  count(): Promise<number>;
  /** At most `most` mails, the newest first. */
  list(most: number): Promise<readonly KeptMail[]>;
  /** All mails, the oldest first, with the name that `remove` takes; only a few are in memory at a time. */
  waiting(): AsyncIterable<WaitingMail>;
  remove(name: string): Promise<void>;
};

/** If the oldest mails are not removed for a new one, a full outbox takes no more. */
export type OutboxRoom = MailRoom;

export const DEFAULT_ROOM: OutboxRoom = {
  mails: DEFAULT_LIMITS.waitingMails,
  bytes: OUTBOX_LIMITS.bytes,
  dropsOldest: false,
};

/** A mail as it is stored, and the time in it. */
export function contentOf(mail: Mail, now: number): { readonly sentAt: string; readonly content: string } {
  const sentAt = new Date(now).toISOString();
  return { sentAt, content: `${JSON.stringify({ ...mail, sentAt }, undefined, 2)}\n` };
}

/** @returns undefined if this is not a stored mail */
export function parseMail(json: string): KeptMail | undefined {
  try {
    const result = keptMailSchema.safeParse(JSON.parse(json));
    return result.success ? result.data : undefined;
  } catch {
    return undefined;
  }
}

/** Parts of a list, each with as many files as may be open at a time. */
function* batchesOf<T>(all: readonly T[]): Generator<readonly T[], void, undefined> {
  const most = OUTBOX_LIMITS.filesAtATime;
  for (let start = 0; start < all.length; start += most) yield all.slice(start, start + most);
}

/**
 * A folder with one JSON file for each mail that no mail server accepted (decision D25). Only its owner can
 * read it, because mails hold keys. Other processes may write into it.
 * @param now milliseconds since the epoch
 */
export function createOutbox(
  folder: string,
  now: () => number,
  { mails: mostMails, bytes: mostBytes, dropsOldest }: OutboxRoom = DEFAULT_ROOM,
): Outbox {
  let count = 0;
  /** Known sizes of files, in bytes. */
  const sizes = new Map<string, number>();
  /** Mails are measured and written one after the other, so that parallel mails cannot exceed the limit. */
  let keeping: Promise<unknown> = Promise.resolve();

  const names = async (): Promise<string[]> =>
    (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json')).toSorted();
  const read = async (name: string) => parseMail(await readFile(join(folder, name), 'utf8').catch(() => ''));
  async function remove(name: string): Promise<void> {
    await rm(join(folder, name), { force: true });
    sizes.delete(name);
  }

  async function weigh(): Promise<{ names: string[]; bytes: number }> {
    const there = await names();
    const isThere = new Set(there);
    for (const name of sizes.keys()) if (!isThere.has(name)) sizes.delete(name);
    for (const batch of batchesOf(there.filter((name) => !sizes.has(name))))
      await Promise.all(
        batch.map(async (name) => {
          const found = await stat(join(folder, name)).catch(() => undefined);
          if (found !== undefined) sizes.set(name, found.size);
        }),
      );
    return { names: there, bytes: [...sizes.values()].reduce((sum, size) => sum + size, 0) };
  }

  async function makeRoom(needed: number): Promise<boolean> {
    const { names: there, bytes } = await weigh();
    let held = bytes;
    while (there.length >= mostMails || held + needed > mostBytes) {
      const oldest = there[0];
      if (!dropsOldest || oldest === undefined) return false;
      there.shift();
      held -= sizes.get(oldest) ?? 0;
      await remove(oldest);
    }
    return true;
  }

  async function write(mail: Mail): Promise<boolean> {
    const { sentAt, content: text } = contentOf(mail, now());
    if (!(await makeRoom(Buffer.byteLength(text)))) return false;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    count += 1;
    const order = `${sentAt.replaceAll(':', '-')}-${String(count).padStart(6, '0')}`;
    await writeFile(join(folder, `${order}-${randomBytes(4).toString('hex')}.json`), text, { mode: 0o600 });
    return true;
  }

  return {
    keep(mail) {
      const kept = keeping.then(() => write(mail));
      keeping = kept.catch(() => undefined);
      return kept;
    },
    async hasRoom() {
      if (dropsOldest) return true;
      const { names: there, bytes } = await weigh();
      return there.length < mostMails && bytes < mostBytes;
    },
    count: async () => (await names()).length,
    async list(most) {
      const mails: KeptMail[] = [];
      for (const batch of batchesOf((await names()).toReversed().slice(0, most)))
        mails.push(...(await Promise.all(batch.map(read))).filter((mail) => mail !== undefined));
      return mails;
    },
    async *waiting() {
      for (const name of await names()) {
        const mail = await read(name);
        if (mail !== undefined) yield { name, mail };
      }
    },
    remove,
  };
}
