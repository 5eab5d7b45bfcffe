import { SUBSCRIPTION_LIMITS } from '../../domain/limits/limits.ts';
import type { Flow } from '../flow.ts';
import type { Subscription } from './subscription.ts';

/** The subscriptions of all connections. */
export type Subscriptions = {
  add(subscription: Subscription): void;
  remove(subscription: Subscription): void;
  find(key: string): Subscription | undefined;
  ofFlow(flow: Flow): Iterable<Subscription>;
  all(): Iterable<Subscription>;
  /** Whether account and connection may have one more subscription. */
  hasRoom(username: string, flow: Flow): boolean;
  count(): number;
};

function index<Key>(map: Map<Key, Set<Subscription>>, key: Key, subscription: Subscription): void {
  map.set(key, (map.get(key) ?? new Set()).add(subscription));
}

function unindex<Key>(map: Map<Key, Set<Subscription>>, key: Key, subscription: Subscription): void {
  const left = map.get(key);
  left?.delete(subscription);
  if (left?.size === 0) map.delete(key);
}

export function createSubscriptions(): Subscriptions {
  const all = new Map<string, Subscription>();
  const ofFlow = new Map<Flow, Set<Subscription>>();
  const ofAccount = new Map<string, Set<Subscription>>();
  return {
    add(subscription) {
      all.set(subscription.key, subscription);
      index(ofFlow, subscription.flow, subscription);
      index(ofAccount, subscription.username, subscription);
    },
    remove(subscription) {
      all.delete(subscription.key);
      unindex(ofFlow, subscription.flow, subscription);
      unindex(ofAccount, subscription.username, subscription);
    },
    find: (key) => all.get(key),
    ofFlow: (flow) => ofFlow.get(flow) ?? [],
    all: () => all.values(),
    hasRoom: (username, flow) =>
      (ofAccount.get(username)?.size ?? 0) < SUBSCRIPTION_LIMITS.perAccount &&
      (ofFlow.get(flow)?.size ?? 0) < SUBSCRIPTION_LIMITS.perConnection,
    count: () => all.size,
  };
}
