import { createTickets, type Tickets } from '../crypto/tickets.ts';
import type { ShortLived } from '../domain/coordination/short-lived.ts';
import type { ProviderSession } from '../storage/repositories/repositories.ts';
import { type BegunSignIns, createBegunSignIns, type ForSession } from './begun-sign-ins.ts';
import type { Provider } from './provider.ts';

/** A person who may begin a session now: the provider has authenticated them in this browser. */
export type Entrant = {
  readonly accountId: string;
  /** As `entrantStateOf` returned it; with another state of the account the ticket is not good any more. */
  readonly state: string | undefined;
  readonly provider: ProviderSession;
};

/** Sessions whose users have signed in at the provider once more, each good for one action. */
export type Proofs = {
  note(tokenHash: string): Promise<void>;
  has(tokenHash: string): Promise<boolean>;
  /** @returns whether there was a proof, which is used up */
  use(tokenHash: string): Promise<boolean>;
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
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly shortLived: ShortLived;
  /** 32 random bytes, the same in all server processes. */
  readonly key: Uint8Array;
};

const createProofs = (shortLived: ShortLived): Proofs => ({
  note: (tokenHash) => shortLived.put('proof', tokenHash),
  has: async (tokenHash) => (await shortLived.find('proof', tokenHash)) !== undefined,
  use: async (tokenHash) => (await shortLived.take('proof', tokenHash)) !== undefined,
});

export const createSignIn = (provider: Provider, tools: Tools): SignIn => ({
  provider,
  begun: createBegunSignIns(tools.key, tools.now),
  wishes: createTickets('wish', tools),
  entrants: createTickets('entrant', tools),
  proofs: createProofs(tools.shortLived),
});
