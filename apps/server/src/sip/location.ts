import { isEqualUri, parseUri } from '@samtal/sip';
import { SIP_LIMITS } from '../domain/limits.ts';
import type { Flow } from './flow.ts';

/** Where an address can be reached: always the connection it registered on, whatever its Contact says. */
export type Binding = {
  /** The Request-URI of its requests (RFC 3261 §16.6 step 2). */
  readonly contactUri: string;
  /** The URI as it was registered: by this its phone knows it again. */
  readonly registeredUri: string;
  /** `+sip.instance`, which a phone keeps when its Contact changes (RFC 5626 §4.1). */
  readonly instance: string | undefined;
  readonly flow: Flow;
  readonly callId: string;
  readonly cseq: number;
  /** By `elapsedMs` of the server. */
  readonly expiresAt: number;
};

/**
 * Whether two bindings are one phone: by instance, or without one by Contact (RFC 3261 §10.3, RFC 5626 §6).
 * `reg-id` tells nothing here: it counts the connections of one phone for RFC 5626 outbound, which no answer of this
 * server claims, so that a phone keeps to one (§4.2.1). A browser that comes back must replace what it left behind.
 */
export function isSamePhone(
  known: Binding,
  { instance, registeredUri }: Pick<Binding, 'instance' | 'registeredUri'>,
): boolean {
  if (instance !== undefined) return known.instance === instance;
  const [one, two] = [parseUri(known.registeredUri), parseUri(registeredUri)];
  return one !== undefined && two !== undefined
    ? isEqualUri(one, two)
    : known.registeredUri === registeredUri;
}

export type Location = {
  /** What is registered, the newest last. */
  list(address: string): readonly Binding[];
  /** Where a request goes: SIP addresses, and of each connection one for each instance and one without, the newest. */
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
  function list(address: string): readonly Binding[] {
    const all = bindings.get(address) ?? [];
    const alive = all.filter(({ expiresAt }) => expiresAt > elapsedMs());
    if (alive.length < all.length) keep(address, alive);
    return alive;
  }

  return {
    list,
    find(address) {
      const targets = list(address).filter(({ contactUri }) => parseUri(contactUri) !== undefined);
      // A phone with ten Contacts on one connection would ring ten times, and make ten of each message.
      return targets.filter(
        ({ flow, instance }, index) =>
          !targets.slice(index + 1).some((newer) => newer.flow === flow && newer.instance === instance),
      );
    },
    put(address, binding) {
      const others = list(address).filter((other) => !isSamePhone(other, binding));
      keep(address, [...others, binding].slice(-SIP_LIMITS.bindingsPerAddress));
    },
    remove: (address, isGone) =>
      keep(
        address,
        list(address).filter((binding) => !isGone(binding)),
      ),
    removeFlow(flow) {
      for (const [address, all] of bindings)
        keep(
          address,
          all.filter((binding) => binding.flow !== flow),
        );
    },
    count: () => [...bindings.keys()].reduce((sum, address) => sum + list(address).length, 0),
  };
}
