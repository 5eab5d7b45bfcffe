import { createKeyedRateLimit } from '../../domain/limits/keyed-rate-limit.ts';
import { CONNECTION_LIMITS, type ConnectionLimits } from '../../domain/limits/limits.ts';
import { subnetOf } from '../../network/subnet-of.ts';

/** One connection, as it is counted for the limits. */
export type ConnectionSlot = {
  /** Notes that the connection has authenticated. */
  prove(): void;
  leave(): void;
};

export type ConnectionAdmission = {
  /**
   * Takes a place for a new connection from `address`.
   * @param cut called if a newer connection replaces this one because this one has not authenticated
   * @returns undefined when no place is free
   */
  admit(address: string, cut: () => void): ConnectionSlot | undefined;
};

type Taken = { readonly address: string; readonly cut: () => void };

/**
 * Limits the number of connections, in total and per address. When a limit is reached, a new connection
 * replaces the oldest one that has not authenticated. A real client authenticates within about a second, so a
 * flood of connections does not lock it out.
 */
export function createConnectionAdmission(
  limits: Omit<ConnectionLimits, 'unprovenSeconds' | 'unreadMb'>,
  elapsedMs: () => number,
): ConnectionAdmission {
  const mayOpen = createKeyedRateLimit(CONNECTION_LIMITS.openings, elapsedMs);
  const all = new Set<Taken>();
  /** The connections that have not authenticated; like `all`, in the order of arrival. */
  const unproven = new Set<Taken>();
  const byAddress = new Map<string, { open: number; readonly unproven: Set<Taken> }>();

  function remove(taken: Taken): void {
    if (!all.delete(taken)) return;
    unproven.delete(taken);
    const place = byAddress.get(taken.address);
    if (place === undefined) return;
    place.open -= 1;
    place.unproven.delete(taken);
    if (place.open === 0) byAddress.delete(taken.address);
  }

  function cutOldest(candidates: ReadonlySet<Taken> | undefined): void {
    const oldest = candidates?.values().next().value;
    if (oldest === undefined) return;
    remove(oldest);
    oldest.cut();
  }

  return {
    admit(visitor, cut) {
      const address = subnetOf(visitor);
      if (!mayOpen(address)) return undefined;
      const isFull = (): boolean => (byAddress.get(address)?.open ?? 0) >= limits.perAddress;
      const here = byAddress.get(address)?.unproven;
      if (isFull() || (here?.size ?? 0) >= limits.unprovenPerAddress) cutOldest(here);
      if (isFull()) return undefined;
      if (all.size >= limits.inAll || unproven.size >= limits.unprovenInAll) cutOldest(unproven);
      if (all.size >= limits.inAll) return undefined;

      const taken: Taken = { address, cut };
      const place = byAddress.get(address) ?? { open: 0, unproven: new Set() };
      byAddress.set(address, place);
      place.open += 1;
      for (const set of [all, unproven, place.unproven]) set.add(taken);
      return {
        prove() {
          unproven.delete(taken);
          place.unproven.delete(taken);
        },
        leave: () => remove(taken),
      };
    },
  };
}
