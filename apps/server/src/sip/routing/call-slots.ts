import { DEFAULT_LIMITS, type OperatorLimits, SIP_LIMITS } from '../../domain/limits/limits.ts';
import { subnetOf } from '../../network/subnet-of.ts';
import type { Flow } from '../flow.ts';
import type { SipUser } from '../sip-directory.ts';

/**
 * Limits the number of ringing and open calls: per account over all its connections, in total, and for
 * anonymous callers also per network and together. Server agents make no calls and have no limit.
 */
export type CallSlots = {
  /** Takes a slot for one more call; the returned function releases it. Undefined = no slot is free. */
  take(caller: Pick<SipUser, 'username' | 'isAnonymous'>, flow: Flow): (() => void) | undefined;
};

export type AnonymousCallLimits = Pick<OperatorLimits, 'anonymousCalls' | 'anonymousCallsPerAddress'>;

export function createCallSlots(limits: AnonymousCallLimits = DEFAULT_LIMITS): CallSlots {
  const taken = new Map<string, number>();
  const countOf = (key: string): number => taken.get(key) ?? 0;
  function add(key: string, change: number): void {
    const count = countOf(key) + change;
    if (count === 0) taken.delete(key);
    else taken.set(key, count);
  }

  return {
    take(caller, flow) {
      const bounds: [string, number][] = [
        ['all', SIP_LIMITS.calls],
        [`account ${caller.username}`, SIP_LIMITS.callsPerAccount],
      ];
      if (caller.isAnonymous) {
        const network = subnetOf(flow.connection.remoteAddress);
        bounds.push(
          ['anonymous', limits.anonymousCalls],
          [`network ${network}`, limits.anonymousCallsPerAddress],
        );
      }
      if (bounds.some(([key, most]) => countOf(key) >= most)) return undefined;
      for (const [key] of bounds) add(key, 1);
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        for (const [key] of bounds) add(key, -1);
      };
    },
  };
}
