import { createHmac } from 'node:crypto';
import type { IceServersAnswer } from '@samtal/api-contract';

export type TurnSettings = {
  readonly urls: readonly string[];
  /** Secret shared with the TURN servers (coturn: `static-auth-secret`). */
  readonly secret: string;
  readonly lifetimeSeconds: number;
};

/** Lists the TURN servers, with credentials for `identity` whose lifetime begins now. */
export type TurnServers = (identity: string) => IceServersAnswer;

const MS_PER_SECOND = 1000;

/**
 * Creates credentials for TURN servers that share a secret with this server and know no accounts (coturn
 * `use-auth-secret`, draft-uberti-behave-turn-rest-00 §2.2): the username holds the expiry, and the password
 * proves that this server issued it.
 * @param now milliseconds since the epoch
 */
export function createTurnServers(settings: TurnSettings, now: () => number): TurnServers {
  const { urls, secret, lifetimeSeconds } = settings;
  return (identity) => {
    const expiresAt = Math.floor(now() / MS_PER_SECOND) + lifetimeSeconds;
    // The same for every request of an identity, so that the TURN server can apply quotas; no log of the TURN
    // server shows a real name.
    const pseudonym = createHmac('sha256', secret).update(`pseudonym:${identity}`).digest('base64url');
    const username = `${expiresAt}:${pseudonym}`;
    const credential = createHmac('sha1', secret).update(username).digest('base64');
    return { iceServers: [{ urls: [...urls], username, credential }], ttl: lifetimeSeconds };
  };
}
