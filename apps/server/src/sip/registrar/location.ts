import { isEqualUri, parseUri } from '@samtal/sip';
import { SIP_LIMITS } from '../../domain/limits/limits.ts';
import type { Flow } from '../flow.ts';

/**
 * A registered Contact. Requests go to the connection on which it was registered, not to the Contact's host.
 */
export type Binding = {
  /** The Request-URI of requests that are sent to the binding (RFC 3261 §16.6 step 2). */
  readonly contactUri: string;
  /** The URI as it was registered, by which the phone recognises its binding in the response. */
  readonly registeredUri: string;
  /** `+sip.instance`, which a phone keeps when its Contact changes (RFC 5626 §4.1). */
  readonly instance: string | undefined;
  /** `+samtal.browser`, a UUID in lower case that the pages of one browser share; undefined = the page is named by `instance`. */
  readonly browser?: string | undefined;
  /** Whether the phone has announced that it takes text as a stream (`text` in Contact, RFC 3840 §10.5). */
  readonly hasRtpText?: boolean;
  readonly flow: Flow;
  readonly callId: string;
  readonly cseq: number;
  /** When the binding expires, on the server's `elapsedMs` clock. */
  readonly expiresAt: number;
};

/**
 * Whether two bindings belong to one phone: by instance, else by Contact (RFC 3261 §10.3, RFC 5626 §6).
 * `reg-id`, which numbers the connections of one phone, is ignored: this server does not announce `outbound`,
 * so a phone uses one connection (RFC 5626 §4.2.1). A browser that reconnects must replace its old binding.
 */
export function isSamePhone(
  known: Binding,
  { instance, registeredUri }: Pick<Binding, 'instance' | 'registeredUri'>,
): boolean {
  if (instance !== undefined) return known.instance === instance;
  const one = parseUri(known.registeredUri);
  const two = parseUri(registeredUri);
  return one !== undefined && two !== undefined
    ? isEqualUri(one, two)
    : known.registeredUri === registeredUri;
}

/**
 * The UUID in lower case by which the device of a binding subscribes to web push: that of its browser, else of
 * its `+sip.instance`; undefined = none.
 */
export const deviceOf = ({ instance, browser }: Pick<Binding, 'instance' | 'browser'>): string | undefined =>
  browser ?? /^<?urn:uuid:([\da-f-]{36})>?$/i.exec(instance ?? '')?.[1]?.toLowerCase();

export type Location = {
  /** The current bindings of an address, the newest last. */
  list(address: string): readonly Binding[];
  /**
   * The bindings to which a request is sent: those with a SIP URI. If several have the same connection and
   * the same instance, only the newest of them.
   */
  find(address: string): readonly Binding[];
  /**
   * Calls `listener` after each `announce` for the address.
   * @returns a function that ends the subscription
   */
  watch(address: string, listener: () => void): () => void;
  /** Tells the listeners of an address that it has been registered, and the REGISTER answered. */
  announce(address: string): void;
  /** Adds a binding, or replaces the same phone's binding. An address keeps its ten newest bindings. */
  put(address: string, binding: Binding): void;
  remove(address: string, isGone: (binding: Binding) => boolean): void;
  /** Removes all bindings of a lost connection. */
  removeFlow(flow: Flow): void;
  count(): number;
  /** The addresses that have a binding. */
  addresses(): readonly string[];
};

export function createLocation(elapsedMs: () => number): Location {
  const bindings = new Map<string, readonly Binding[]>();
  const listeners = new Map<string, Set<() => void>>();

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
      // Otherwise a phone with ten Contacts on one connection would get each call and message ten times.
      return targets.filter(
        ({ flow, instance }, index) =>
          !targets.slice(index + 1).some((newer) => newer.flow === flow && newer.instance === instance),
      );
    },
    watch(address, listener) {
      const ofAddress = listeners.get(address) ?? new Set();
      listeners.set(address, ofAddress.add(listener));
      return () => {
        ofAddress.delete(listener);
        if (ofAddress.size === 0 && listeners.get(address) === ofAddress) listeners.delete(address);
      };
    },
    announce(address) {
      for (const listener of listeners.get(address) ?? []) listener();
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
    addresses: () => [...bindings.keys()].filter((address) => list(address).length > 0),
    count: () => [...bindings.keys()].reduce((sum, address) => sum + list(address).length, 0),
  };
}
