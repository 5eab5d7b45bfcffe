import { CAPABILITY_KEYS, type IceServersAnswer, valueOf } from '@samtal/api-contract';
import type { Clock, Log } from '@samtal/call-core';
import type { ApiResult } from '../ports/user-api.ts';
import type { Session } from '../session/session.ts';

/** The minimum time between two requests, so that a failing server is not overloaded. */
const PAUSE_MS = 60_000;
/**
 * A timer runs no longer than this before the clock is checked: timers stop while the computer sleeps, but
 * credentials still expire.
 */
const LOOK_MS = 300_000;

export type RelayServersOptions = {
  /** Requests `iceServers` from the user API; never rejects. */
  readonly ask: (securityToken: string) => Promise<ApiResult<IceServersAnswer>>;
  readonly session: Pick<Session, 'state'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  /** Resolves when the page is shown. */
  readonly untilShown: () => Promise<void>;
};

/**
 * Requests TURN credentials for the signed-in user if the server offers them (SYS_ICE_SERVERS; decision D20),
 * and renews them after half of their lifetime, so that a new call can use them for at least the other half.
 * @returns a function that returns the servers for a call; it never waits, and leaves out expired credentials
 */
export function createRelayServers(options: RelayServersOptions): () => readonly RTCIceServer[] {
  const { ask, session, clock, log, untilShown } = options;
  let shownTo: string | undefined;
  let held: { readonly servers: readonly RTCIceServer[]; readonly expiresAt: number } | undefined;
  let forgetTimer = (): void => undefined;

  async function renew(token: string): Promise<void> {
    const askedAt = clock.now();
    const result = await ask(token);
    if (token !== shownTo) return;
    let pauseMs = PAUSE_MS;
    if (result.ok) {
      const lifetimeMs = result.value.ttl * 1000;
      held = { servers: result.value.iceServers, expiresAt: askedAt + lifetimeMs };
      pauseMs = Math.max(lifetimeMs / 2, PAUSE_MS);
    } else log.warn('turn_credentials_missing', { status: result.status });
    renewAt(token, clock.now() + pauseMs);
  }
  function renewAt(token: string, due: number): void {
    const leftMs = due - clock.now();
    if (leftMs <= 0) void renew(token);
    else forgetTimer = clock.setTimer(Math.min(leftMs, LOOK_MS), () => renewAt(token, due));
  }
  async function begin(token: string): Promise<void> {
    await untilShown();
    if (token === shownTo) await renew(token);
  }
  const follow = (): void => {
    const state = session.state.get();
    const user = state.phase === 'signedIn' ? state.user : undefined;
    if (user?.securityToken === shownTo) return;
    shownTo = user?.securityToken;
    held = undefined;
    forgetTimer();
    if (user !== undefined && valueOf(user.capabilities, CAPABILITY_KEYS.iceServers) === 'true')
      void begin(user.securityToken);
  };
  session.state.subscribe(follow);
  follow();
  return () => (held !== undefined && clock.now() < held.expiresAt ? held.servers : []);
}
