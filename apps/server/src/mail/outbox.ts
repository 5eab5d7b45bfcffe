import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
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
      const names = await readdir(folder).catch(() => []);
      const latest = names
        .filter((name) => name.endsWith('.json'))
        .toSorted()
        .toReversed()
        .slice(0, most);
      const contents = await Promise.all(latest.map((name) => readFile(join(folder, name), 'utf8')));
      return contents.map(parseMail).filter((mail) => mail !== undefined);
    },
  };
}
