import { LruMap } from 'toad-cache';
import { HTTP_LIMITS } from '../domain/limits/limits.ts';
import type { Audit } from '../domain/security-event.ts';
import { subnetOf } from '../network/subnet-of.ts';

/**
 * An audit that notes refused requests of one network once in a while: who floods the server must not fill the audit, nor
 * push out the lines that tell of other deeds.
 * @param elapsedMs monotonic milliseconds
 */
export function noteRefusalsOnce(audit: Audit, elapsedMs: () => number): Audit {
  const noted = new LruMap<number>(HTTP_LIMITS.countedAddresses);
  return (event) => {
    if (event.event === 'too_many_requests') {
      const key = subnetOf(event.address ?? '');
      const last = noted.get(key);
      if (last !== undefined && elapsedMs() - last < HTTP_LIMITS.windowMs) return;
      noted.set(key, elapsedMs());
    }
    audit(event);
  };
}
