import { LruMap } from 'toad-cache';
import { HTTP_LIMITS } from '../domain/limits/limits.ts';
import type { Audit, SecurityEvent } from '../domain/security-event.ts';
import { subnetOf } from '../network/subnet-of.ts';

/** What strangers can cause as often as they send requests. */
const REFUSALS: readonly SecurityEvent['event'][] = ['too_many_requests', 'login_held_up'];

/**
 * An audit that notes refused requests of one network once in a while, log-ins that are held up for each account: who
 * floods the server must not fill the audit, nor push out the lines that tell of other deeds.
 * @param elapsedMs monotonic milliseconds
 */
export function noteRefusalsOnce(audit: Audit, elapsedMs: () => number): Audit {
  const noted = new LruMap<number>(HTTP_LIMITS.countedAddresses);
  return (event) => {
    if (REFUSALS.includes(event.event)) {
      const key = `${event.event} ${subnetOf(event.address ?? '')} ${event.account ?? ''}`;
      const last = noted.get(key);
      if (last !== undefined && elapsedMs() - last < HTTP_LIMITS.windowMs) return;
      noted.set(key, elapsedMs());
    }
    audit(event);
  };
}
