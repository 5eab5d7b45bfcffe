import type { PasswordHasher } from '../domain/password-hash.ts';
import type { Repositories } from '../storage/repositories.ts';

/** What the resources of the user API work with. */
export type HttpContext = {
  readonly repositories: Repositories;
  readonly hasher: PasswordHasher;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly createSecret: () => string;
  readonly hashToken: (token: string) => string;
  /** Address of the SIP WebSocket for browsers; absent = `/sip` on the host they came to. */
  readonly sipWsUri: string | undefined;
};
