import type { Clock, Header, ServerTransaction, SipRequest, TransactionLayer } from '@samtal/sip';
import {
  addressOf,
  addressOfRecord,
  callIdOf,
  checkAsProxy,
  checkAsUserAgent,
  contactUriOf,
  createResponse,
  cseqNumberOf,
  type ElementRefusal,
  header,
  headers,
  ignoreOutcome,
  isSuccess,
  parseUri,
  tagOf,
} from '@samtal/sip';
import type { EventLog } from '../../domain/event-log.ts';
import { createKeyedRateLimit } from '../../domain/limits/keyed-rate-limit.ts';
import { SUBSCRIPTION_LIMITS } from '../../domain/limits/limits.ts';
import type { Meter } from '../../domain/meter.ts';
import { nothing } from '../../domain/nothing.ts';
import type { Flow } from '../flow.ts';
import type { Authenticator } from '../registrar/authenticator.ts';
import type { SipUser } from '../sip-directory.ts';
import { acceptsSummary, eventOf, MESSAGE_SUMMARY } from './message-summary.ts';
import {
  contactAt,
  createNotify,
  type Ending,
  isNewer,
  keptLength,
  keyOf,
  type Subscription,
  type WatchedMailbox,
} from './subscription.ts';

/**
 * Opens the mailbox of the account with this address; undefined = it has none.
 * @param changed called when messages have come, were read or were removed
 */
export type WatchMailbox = (address: string, changed: () => void) => Promise<WatchedMailbox | undefined>;

type Options = {
  readonly domain: string;
  readonly authenticator: Authenticator;
  readonly transactions: TransactionLayer;
  readonly watchMailbox: WatchMailbox;
  readonly clock: Clock;
  readonly elapsedMs: () => number;
  readonly createTag: () => string;
  readonly meter: Pick<Meter, 'refused'>;
  readonly log: Pick<EventLog, 'warn'>;
};

/** Tells phones how many messages wait in the mailbox of their account (RFC 3842, decision D104). */
export type MessageWaiting = {
  /** Handles SUBSCRIBE, also inside a dialog. */
  subscribe(transaction: ServerTransaction, flow: Flow): Promise<void>;
  /** Ends the subscriptions of a connection that is lost. */
  removeFlow(flow: Flow): void;
  /** Ends the subscriptions of a connection whose session has ended, with a last NOTIFY. */
  rejectFlow(flow: Flow): void;
  /** Ends all subscriptions with a last NOTIFY, because the server stops. */
  closeAll(): void;
  count(): number;
};

const allowEvents: Header = { name: 'Allow-Events', value: MESSAGE_SUMMARY };
const retryAfter: Header = { name: 'Retry-After', value: String(SUBSCRIPTION_LIMITS.retryAfter) };
const minExpires: Header = { name: 'Min-Expires', value: String(SUBSCRIPTION_LIMITS.minExpires) };

const ABILITIES = { methods: ['SUBSCRIBE'], extensions: [], contentTypes: [] };

/** Seconds that are asked for; an unreadable or huge value counts as the longest time, which is also the default. */
function secondsOf(request: SipRequest): number {
  const value = header(request, 'Expires') ?? '';
  return /^\d+$/.test(value)
    ? Math.min(Number(value), SUBSCRIPTION_LIMITS.maxExpires)
    : SUBSCRIPTION_LIMITS.maxExpires;
}

/** What is wrong with a SUBSCRIBE of any sender; undefined = nothing. */
function refusalOf(request: SipRequest): ElementRefusal | undefined {
  const refusal = checkAsProxy(request) ?? checkAsUserAgent(request, ABILITIES);
  if (refusal !== undefined) return refusal;
  if (eventOf(request) === undefined) return { status: 489, reason: 'Bad Event', headers: [allowEvents] };
  if (!acceptsSummary(request)) return { status: 406, reason: 'Not Acceptable' };
  const scheme = parseUri(contactUriOf(request))?.scheme;
  if (scheme !== 'sip' && scheme !== 'sips') return { status: 400, reason: 'Bad Contact' };
  if (keptLength(request) > SUBSCRIPTION_LIMITS.keptLength) return { status: 400, reason: 'Too Long' };
  const seconds = secondsOf(request);
  return seconds > 0 && seconds < SUBSCRIPTION_LIMITS.minExpires
    ? { status: 423, reason: 'Interval Too Brief', headers: [minExpires] }
    : undefined;
}

export function createMessageWaiting({
  domain,
  authenticator,
  transactions,
  watchMailbox,
  clock,
  elapsedMs,
  createTag,
  meter,
  log,
}: Options): MessageWaiting {
  const all = new Map<string, Subscription>();
  const ofFlow = new Map<Flow, Set<Subscription>>();
  const ofAccount = new Map<string, Set<Subscription>>();
  const isWithinRate = createKeyedRateLimit(SUBSCRIPTION_LIMITS.requests, elapsedMs);

  function index<Key>(map: Map<Key, Set<Subscription>>, key: Key, subscription: Subscription): void {
    map.set(key, (map.get(key) ?? new Set()).add(subscription));
  }
  function unindex<Key>(map: Map<Key, Set<Subscription>>, key: Key, subscription: Subscription): void {
    const left = map.get(key);
    left?.delete(subscription);
    if (left?.size === 0) map.delete(key);
  }

  const refuse = (transaction: ServerTransaction, status: number, more: readonly Header[] = []): void =>
    transaction.respond(createResponse(transaction.request, status, { toTag: createTag(), headers: more }));

  function refuseForLimit(transaction: ServerTransaction): void {
    meter.refused('subscriptions');
    refuse(transaction, 503, [retryAfter]);
  }

  /** Forgets a subscription; nothing more is sent for it. */
  function drop(subscription: Subscription): void {
    subscription.isEnded = true;
    subscription.cancelExpiry();
    subscription.cancelWait?.();
    subscription.mailbox.close();
    all.delete(subscription.key);
    unindex(ofFlow, subscription.flow, subscription);
    unindex(ofAccount, subscription.username, subscription);
  }

  /** Sends the last NOTIFY with what the subscriber knows already (RFC 6665 §4.2.2). */
  function end(subscription: Subscription, ending: Ending): void {
    drop(subscription);
    const notify = createNotify(subscription, `terminated;reason=${ending}`);
    if (ending === 'deactivated') transactions.sendOutside(notify, subscription.flow.id);
    else transactions.send(notify, subscription.flow.id, ignoreOutcome);
  }

  /** Tells the subscriber the numbers, and goes on when it has answered. */
  function notify(subscription: Subscription): void {
    const seconds = Math.max(0, Math.ceil((subscription.expiresAt - elapsedMs()) / 1000));
    const failed = (): void => {
      if (!subscription.isEnded) drop(subscription);
    };
    subscription.notifiedAt = elapsedMs();
    subscription.pending += 1;
    transactions.send(createNotify(subscription, `active;expires=${seconds}`), subscription.flow.id, {
      response(response) {
        if (response.status < 200) return;
        subscription.pending -= 1;
        // A subscriber that does not know the subscription, or cannot be asked, has lost it (RFC 6665 §4.2.2).
        if (isSuccess(response)) plan(subscription);
        else failed();
      },
      timedOut: failed,
      flowLost: nothing,
    });
  }

  /** Asks for the numbers after a change, and sends them if they are others. */
  async function tell(subscription: Subscription): Promise<void> {
    subscription.isDue = false;
    subscription.pending += 1;
    try {
      const counts = await subscription.mailbox.count();
      if (subscription.isEnded) return;
      const { unread, read } = subscription.counts;
      subscription.counts = counts;
      if (counts.unread !== unread || counts.read !== read) notify(subscription);
    } catch (error) {
      log.warn({ event: 'message_waiting_failed', err: error });
    } finally {
      subscription.pending -= 1;
      plan(subscription);
    }
  }

  /** Sends what has changed, but no more often than once a second, and not before the last NOTIFY is answered. */
  function plan(subscription: Subscription): void {
    const { isDue, isEnded, pending, cancelWait, notifiedAt } = subscription;
    if (!isDue || isEnded || pending > 0 || cancelWait !== undefined) return;
    const waitMs = notifiedAt + SUBSCRIPTION_LIMITS.notifyIntervalMs - elapsedMs();
    if (waitMs <= 0) {
      void tell(subscription);
      return;
    }
    subscription.cancelWait = clock.setTimer(waitMs, () => {
      subscription.cancelWait = undefined;
      plan(subscription);
    });
  }

  /** Lets the subscription last from now. */
  function prolong(subscription: Subscription, seconds: number): void {
    subscription.cancelExpiry();
    subscription.expiresAt = elapsedMs() + seconds * 1000;
    subscription.cancelExpiry = clock.setTimer(seconds * 1000, () => end(subscription, 'timeout'));
  }

  /** The subscriber: the registered user of the flow, else the one that the credentials prove. */
  async function subscriberOf(transaction: ServerTransaction, flow: Flow): Promise<SipUser | undefined> {
    if (flow.user !== undefined) return flow.user;
    const result = await authenticator.authenticate(transaction.request, 'registrar', flow);
    if (result.ok) return result.user;
    transaction.respond(result.response);
    return undefined;
  }

  function accept(
    transaction: ServerTransaction,
    flow: Flow,
    accepted: { readonly tag: string; readonly seconds: number },
  ): void {
    const { request } = transaction;
    transaction.respond(
      createResponse(request, 200, {
        toTag: accepted.tag,
        headers: [
          ...headers(request, 'Record-Route').map((value) => ({ name: 'Record-Route', value })),
          contactAt(flow.connection.serverAddress),
          { name: 'Expires', value: String(accepted.seconds) },
          allowEvents,
        ],
      }),
    );
  }

  /** Whether account and connection may have one more subscription. */
  const hasRoom = (username: string, flow: Flow): boolean =>
    (ofAccount.get(username)?.size ?? 0) < SUBSCRIPTION_LIMITS.perAccount &&
    (ofFlow.get(flow)?.size ?? 0) < SUBSCRIPTION_LIMITS.perConnection;

  /** Answers a SUBSCRIBE that begins a subscription; with Expires 0 it only asks once (RFC 6665 §4.4.3). */
  async function begin(transaction: ServerTransaction, flow: Flow, user: SipUser): Promise<void> {
    const { request } = transaction;
    const uri = parseUri(request.uri);
    const address = uri?.host === domain ? addressOfRecord(uri) : '';
    // A mailbox is its owner's only. Other addresses get the same answer whether they exist or not.
    const isOwn = user.addresses.includes(address) && !user.isServerAgent && !user.isAnonymous;
    let subscription: Subscription | undefined;
    let hasChanged = false;
    const mailbox = isOwn
      ? await watchMailbox(address, () => {
          hasChanged = true;
          if (subscription === undefined) return;
          subscription.isDue = true;
          plan(subscription);
        })
      : undefined;
    if (mailbox === undefined) {
      refuse(transaction, 403);
      return;
    }
    const counts = await mailbox.count().catch((error: unknown) => {
      mailbox.close();
      throw error;
    });
    if (flow.isLost || flow.isLeaving || !hasRoom(user.username, flow)) {
      mailbox.close();
      if (flow.isLeaving) refuse(transaction, 403);
      else if (!flow.isLost) refuseForLimit(transaction);
      return;
    }
    const event = eventOf(request) ?? MESSAGE_SUMMARY;
    const tag = createTag();
    const seconds = secondsOf(request);
    subscription = {
      key: keyOf(request, event, tag),
      flow,
      username: user.username,
      address,
      callId: callIdOf(request),
      local: `${header(request, 'To') ?? ''};tag=${tag}`,
      remote: header(request, 'From') ?? '',
      event,
      routes: headers(request, 'Record-Route'),
      mailbox,
      target: contactUriOf(request),
      remoteCseq: cseqNumberOf(request),
      localCseq: 0,
      counts,
      notifiedAt: elapsedMs(),
      expiresAt: elapsedMs(),
      pending: 0,
      // The mailbox may have changed while the numbers were read.
      isDue: hasChanged,
      isEnded: false,
      cancelExpiry: nothing,
      cancelWait: undefined,
    };
    all.set(subscription.key, subscription);
    index(ofFlow, flow, subscription);
    index(ofAccount, user.username, subscription);
    accept(transaction, flow, { tag, seconds });
    if (seconds === 0) {
      end(subscription, 'timeout');
      return;
    }
    prolong(subscription, seconds);
    notify(subscription);
  }

  /** Answers a SUBSCRIBE inside the dialog of a subscription, which refreshes or ends it (RFC 6665 §4.2.1). */
  async function refresh(transaction: ServerTransaction, flow: Flow, user: SipUser): Promise<void> {
    const { request } = transaction;
    const subscription = all.get(keyOf(request, eventOf(request) ?? ''));
    if (subscription === undefined || subscription.flow !== flow || subscription.username !== user.username) {
      refuse(transaction, 481);
      return;
    }
    if (!isNewer(request, subscription)) {
      refuse(transaction, 500);
      return;
    }
    subscription.remoteCseq = cseqNumberOf(request);
    const counts = await subscription.mailbox.count();
    if (flow.isLost) return;
    if (subscription.isEnded) {
      refuse(transaction, 481);
      return;
    }
    subscription.counts = counts;
    subscription.target = contactUriOf(request);
    const seconds = secondsOf(request);
    accept(transaction, flow, { tag: tagOf(header(request, 'To')) ?? '', seconds });
    if (seconds === 0) {
      end(subscription, 'timeout');
      return;
    }
    prolong(subscription, seconds);
    notify(subscription);
  }

  return {
    async subscribe(transaction, flow) {
      const { request } = transaction;
      const refusal = refusalOf(request);
      if (refusal !== undefined) {
        const { status, reason, headers: more = [] } = refusal;
        transaction.respond(createResponse(request, status, { toTag: createTag(), reason, headers: more }));
        return;
      }
      // The session has ended: the connection only finishes its calls (decision D40).
      if (flow.isLeaving) {
        refuse(transaction, 403);
        return;
      }
      const user = await subscriberOf(transaction, flow);
      if (user === undefined || flow.isLost) return;
      if (!user.addresses.includes(addressOf(header(request, 'From')))) refuse(transaction, 403);
      else if (!isWithinRate(user.username)) refuseForLimit(transaction);
      else if (tagOf(header(request, 'To')) === undefined) await begin(transaction, flow, user);
      else await refresh(transaction, flow, user);
    },
    removeFlow(flow) {
      for (const subscription of ofFlow.get(flow) ?? []) drop(subscription);
    },
    rejectFlow(flow) {
      for (const subscription of ofFlow.get(flow) ?? []) end(subscription, 'rejected');
    },
    closeAll() {
      for (const subscription of all.values()) end(subscription, 'deactivated');
    },
    count: () => all.size,
  };
}
