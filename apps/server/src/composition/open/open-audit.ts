import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import pino from 'pino';
import { auditFileIn } from '../../audit/audit-files.ts';
import type { Audit } from '../../domain/security-event.ts';
import type { Repositories } from '../../storage/repositories/repositories.ts';

type Parts = {
  readonly dataDir: string;
  /** Where several server processes keep what the audit says about accounts; absent = in the file alone. */
  readonly entries: Repositories['auditEntries'] | undefined;
  /** Names the process in each line. */
  readonly process: string | undefined;
  readonly log: pino.Logger;
};

export type OpenAudit = {
  readonly audit: Audit;
  /** Is fulfilled when all events so far are stored. */
  readonly settled: () => Promise<void>;
};

/** An id that orders the entries of one millisecond: it begins with the time in microseconds. */
const nextId = (): string =>
  `${Math.round(1000 * (performance.timeOrigin + performance.now()))}-${randomUUID()}`;

/**
 * Writes security events as JSON lines to one file, independent of the log level, for operators who look for
 * misuse. The file is opened for each line, so that a rotation of the file needs no signal to this process.
 */
export function openAudit({ dataDir, entries, process, log }: Parts): OpenAudit {
  const file = auditFileIn(dataDir);
  const underWay = new Set<Promise<void>>();
  const lost = (error: unknown): void => log.error({ event: 'security_event_lost', err: error });
  let line = '';
  const write = (text: string): void => {
    line = text;
    try {
      appendFileSync(file, text, { mode: 0o600 });
    } catch (error) {
      lost(error);
    }
  };
  const lines = pino({ base: process === undefined ? null : { process } }, { write });

  return {
    audit(event) {
      lines.info(event);
      if (entries === undefined || event.account === undefined) return;
      const entry = { id: nextId(), at: Date.now(), account: event.account, line };
      const stored = entries
        .add(entry)
        .catch(lost)
        .finally(() => underWay.delete(stored));
      underWay.add(stored);
    },
    settled: async () => void (await Promise.all(underWay)),
  };
}
