import { createHash, randomBytes } from 'node:crypto';
import type { Clock, Hash } from '@samtal/sip';
import { echo } from './echo.ts';
import type { Party } from './party.ts';
import type { Connect, PartyLog } from './ports.ts';
import { createSipUserAgent } from './sip-user-agent.ts';

const parties = { echo } satisfies Record<string, Party>;

type PartyAccount = {
  /** User part of its address, and of its digest credentials. */
  readonly username: string;
  readonly password: string;
  readonly party: keyof typeof parties;
};

export type PartiesOptions = {
  /** `ws:` or `wss:` address of the SIP server: the embedded one or any other. */
  readonly sipUri: string;
  readonly domain: string;
  readonly accounts: readonly PartyAccount[];
  readonly clock: Clock;
  readonly log: PartyLog;
  readonly connect: Connect;
};

export type RunningParties = {
  /** Fulfilled when all have registered, or have been closed; one that cannot register tries on. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
};

const hash: Hash = (algorithm, text) =>
  createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
    .update(text)
    .digest('hex');

const createToken = (): string => randomBytes(9).toString('hex');

/** Starts the parties that answer calls from within this process (decision D28). */
export function startParties({ accounts, ...shared }: PartiesOptions): RunningParties {
  const agents = accounts.map(({ username, password, party }) =>
    createSipUserAgent({ ...shared, username, password, party: parties[party], hash, createToken }),
  );
  return {
    ready: Promise.all(agents.map(({ ready }) => ready)).then(() => undefined),
    close: async () => {
      await Promise.all(agents.map((agent) => agent.close()));
    },
  };
}
