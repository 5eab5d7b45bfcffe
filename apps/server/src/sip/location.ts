import { isEqualUri, parseUri } from '@samtal/sip';
import { SIP_LIMITS } from '../domain/limits.ts';
import type { Flow } from './flow.ts';

/** Where an address can be reached: always the connection it registered on, whatever its Contact says. */
export type Binding = {
  readonly contactUri: string;
  /** `+sip.instance`, which a phone keeps when its Contact changes (RFC 5626 §4.1). */
  readonly instance: string | undefined;
  readonly flow: Flow;
  readonly callId: string;
  readonly cseq: number;
  /** By `elapsedMs` of the server. */
  readonly expiresAt: number;
};

/** Whether two bindings are one phone: by instance, or without one by Contact (RFC 3261 §10.3, RFC 5626 §6). */
export function isSamePhone(
  known: Binding,
  { instance, contactUri }: Pick<Binding, 'instance' | 'contactUri'>,
): boolean {
  if (instance !== undefined) return known.instance === instance;
  const [one, two] = [parseUri(known.contactUri), parseUri(contactUri)];
  return one !== undefined && two !== undefined && isEqualUri(one, two);
}

export type Location = {
  find(address: string): readonly Binding[];
  /** Adds a binding, or replaces the one of the same phone; beyond ten the oldest is dropped. */
  put(address: string, binding: Binding): void;
  remove(address: string, isGone: (binding: Binding) => boolean): void;
  /** A lost connection takes its bindings along. */
  removeFlow(flow: Flow): void;
  count(): number;
};

export function createLocation(elapsedMs: () => number): Location {
  const bindings = new Map<string, readonly Binding[]>();

  function keep(address: string, kept: readonly Binding[]): void {
    if (kept.length === 0) bindings.delete(address);
    else bindings.set(address, kept);
  }
  function find(address: string): readonly Binding[] {
    const all = bindings.get(address) ?? [];
    const alive = all.filter(({ expiresAt }) => expiresAt > elapsedMs());
    if (alive.length < all.length) keep(address, alive);
    return alive;
  }

  return {
    find,
    put(address, binding) {
      const others = find(address).filter((other) => !isSamePhone(other, binding));
      keep(address, [...others, binding].slice(-SIP_LIMITS.bindingsPerAddress));
    },
    remove: (address, isGone) =>
      keep(
        address,
        find(address).filter((binding) => !isGone(binding)),
      ),
    removeFlow(flow) {
      for (const [address, all] of bindings)
        keep(
          address,
          all.filter((binding) => binding.flow !== flow),
        );
    },
    count: () => [...bindings.keys()].reduce((sum, address) => sum + find(address).length, 0),
  };
}
