import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Mail } from './mail.ts';

const keptMailSchema = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  sentAt: z.string(),
});

export type KeptMail = z.infer<typeof keptMailSchema>;

export type Outbox = {
  keep(mail: Mail): Promise<void>;
  /** The latest first. */
  list(most: number): Promise<readonly KeptMail[]>;
  /** All of them, the oldest first, by the name that `remove` takes. */
  waiting(): Promise<readonly { readonly name: string; readonly mail: KeptMail }[]>;
  remove(name: string): Promise<void>;
};

function parseMail(json: string): KeptMail | undefined {
  try {
    const result = keptMailSchema.safeParse(JSON.parse(json));
    return result.success ? result.data : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A folder with one JSON file for each mail that no mail server took (decision D25). Only its owner can read it: mails
 * hold keys.
 * @param now milliseconds since the epoch
 */
export function createOutbox(folder: string, now: () => number): Outbox {
  let count = 0;
  const names = async (): Promise<string[]> =>
    (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json')).toSorted();
  const read = async (name: string) => parseMail(await readFile(join(folder, name), 'utf8').catch(() => ''));
  return {
    async keep(mail) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const sentAt = new Date(now()).toISOString();
      count += 1;
      const order = `${sentAt.replaceAll(':', '-')}-${String(count).padStart(6, '0')}`;
      const file = join(folder, `${order}-${randomBytes(4).toString('hex')}.json`);
      await writeFile(file, `${JSON.stringify({ ...mail, sentAt }, undefined, 2)}\n`, { mode: 0o600 });
    },
    async list(most) {
      const latest = (await names()).toReversed().slice(0, most);
      return (await Promise.all(latest.map(read))).filter((mail) => mail !== undefined);
    },
    async waiting() {
      const all = await Promise.all((await names()).map(async (name) => ({ name, mail: await read(name) })));
      return all.flatMap(({ name, mail }) => (mail === undefined ? [] : [{ name, mail }]));
    },
    remove: (name) => rm(join(folder, name), { force: true }),
  };
}
