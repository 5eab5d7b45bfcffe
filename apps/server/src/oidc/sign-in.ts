import { randomBytes } from 'node:crypto';
import { FifoMap } from 'toad-cache';
import { createTickets, type Tickets } from '../crypto/tickets.ts';
import { PROVIDER_LIMITS } from '../domain/limits/limits.ts';
import type { ProviderSession } from '../storage/repositories/repositories.ts';
import { type BegunSignIns, createBegunSignIns, type ForSession } from './begun-sign-ins.ts';
import type { Provider } from './provider.ts';

/** A person who may begin a session now: the provider has authenticated them in this browser. */
export type Entrant = {
  readonly accountId: string;
  readonly provider: ProviderSession;
  /** Monotonic milliseconds. */
  readonly at: number;
};

/** Sessions whose users have signed in at the provider once more, each good for one action. */
export type Proofs = {
  note(tokenHash: string): void;
  has(tokenHash: string): boolean;
  /** @returns whether there was a proof, which is used up */
  use(tokenHash: string): boolean;
};

/** Log-in at the operator's OpenID Connect provider, and what has begun of it (decision D99). */
export type SignIn = {
  readonly provider: Provider;
  readonly begun: BegunSignIns;
  /** What requests of a session need a sign-in for; the ticket is in the address of the start. */
  readonly wishes: Tickets<ForSession>;
  /** Who may begin a session; the ticket is in a cookie. */
  readonly entrants: Tickets<Entrant>;
  readonly proofs: Proofs;
};

type Tools = {
  readonly createSecret: () => string;
  readonly elapsedMs: () => number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

function createProofs(elapsedMs: () => number): Proofs {
  const until = new FifoMap<number>(PROVIDER_LIMITS.proofs);
  const has = (tokenHash: string): boolean => (until.get(tokenHash) ?? 0) > elapsedMs();
  return {
    note(tokenHash) {
      until.delete(tokenHash);
      until.set(tokenHash, elapsedMs() + PROVIDER_LIMITS.proofMs);
    },
    has,
    use(tokenHash) {
      const isProved = has(tokenHash);
      until.delete(tokenHash);
      return isProved;
    },
  };
}

export function createSignIn(provider: Provider, { createSecret, elapsedMs, now }: Tools): SignIn {
  return {
    provider,
    begun: createBegunSignIns(randomBytes(32), now),
    wishes: createTickets(createSecret, elapsedMs, PROVIDER_LIMITS),
    entrants: createTickets(createSecret, elapsedMs, PROVIDER_LIMITS),
    proofs: createProofs(elapsedMs),
  };
}
