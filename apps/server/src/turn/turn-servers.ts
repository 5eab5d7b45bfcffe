import { createHmac } from 'node:crypto';
import type { IceServersAnswer } from '@samtal/api-contract';

export type TurnSettings = {
  readonly urls: readonly string[];
  /** What the TURN servers know, too (coturn: `static-auth-secret`). */
  readonly secret: string;
  readonly lifetimeSeconds: number;
};

/** The TURN servers, with credentials from now on for all that have this identity. */
export type TurnServers = (identity: string) => IceServersAnswer;

const MS_PER_SECOND = 1000;

/**
 * Credentials as TURN servers check them that share a secret with us and know nobody's name (coturn `use-auth-secret`,
 * draft-uberti-behave-turn-rest-00 §2.2): the name says until when, the password proves who has written that.
 * @param now milliseconds since the epoch
 */
export function createTurnServers(settings: TurnSettings, now: () => number): TurnServers {
  const { urls, secret, lifetimeSeconds } = settings;
  return (identity) => {
    const expiresAt = Math.floor(now() / MS_PER_SECOND) + lifetimeSeconds;
    // The same one each time, so that the server can limit what one person uses; to its log it names nobody.
    const pseudonym = createHmac('sha256', secret).update(`pseudonym:${identity}`).digest('base64url');
    const username = `${expiresAt}:${pseudonym}`;
    const credential = createHmac('sha1', secret).update(username).digest('base64');
    return { iceServers: [{ urls: [...urls], username, credential }], ttl: lifetimeSeconds };
  };
}
