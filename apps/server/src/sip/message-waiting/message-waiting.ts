import type { Clock, Header, ServerTransaction, SipRequest, TransactionLayer } from '@samtal/sip';
import {
  addressOf,
  addressOfRecord,
  checkAsProxy,
  checkAsUserAgent,
  contactUriOf,
  createResponse,
  cseqNumberOf,
  type ElementRefusal,
  header,
  headers,
  parseUri,
  tagOf,
} from '@samtal/sip';
import type { EventLog } from '../../domain/event-log.ts';
import { createKeyedRateLimit } from '../../domain/limits/keyed-rate-limit.ts';
import { SUBSCRIPTION_LIMITS } from '../../domain/limits/limits.ts';
import type { Meter } from '../../domain/meter.ts';
import type { Flow } from '../flow.ts';
import { createRefuse } from '../refuse.ts';
import type { Authenticator } from '../registrar/authenticator.ts';
import type { SipUser } from '../sip-directory.ts';
import { acceptsSummary, eventOf, MESSAGE_SUMMARY } from './message-summary.ts';
import { createNotifier } from './notifier.ts';
import {
  contactAt,
  isNewer,
  keptLength,
  keyOf,
  openSubscription,
  type Subscription,
  type WatchedMailbox,
} from './subscription.ts';
import { createSubscriptions } from './subscriptions.ts';

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

/** Answers 200: the subscription lasts `seconds` (RFC 6665 §4.2.1). */
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
  const subscriptions = createSubscriptions();
  const notifier = createNotifier({ subscriptions, transactions, clock, elapsedMs, log });
  const isWithinRate = createKeyedRateLimit(SUBSCRIPTION_LIMITS.requests, elapsedMs);
  const refuse = createRefuse(createTag);

  function refuseForLimit(transaction: ServerTransaction): void {
    meter.refused('subscriptions');
    refuse(transaction, 503, [retryAfter]);
  }

  /** The subscriber: the registered user of the flow, else the one that the credentials prove. */
  async function subscriberOf(transaction: ServerTransaction, flow: Flow): Promise<SipUser | undefined> {
    if (flow.user !== undefined) return flow.user;
    const result = await authenticator.authenticate(transaction.request, 'registrar', flow);
    if (result.ok) return result.user;
    transaction.respond(result.response);
    return undefined;
  }

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
          if (subscription !== undefined) notifier.changed(subscription);
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
    if (flow.isLost || flow.isLeaving || !subscriptions.hasRoom(user.username, flow)) {
      mailbox.close();
      if (flow.isLeaving) refuse(transaction, 403);
      else if (!flow.isLost) refuseForLimit(transaction);
      return;
    }
    const tag = createTag();
    const seconds = secondsOf(request);
    subscription = openSubscription(request, {
      flow,
      username: user.username,
      address,
      event: eventOf(request) ?? MESSAGE_SUMMARY,
      tag,
      mailbox,
      counts,
      now: elapsedMs(),
    });
    // The mailbox may have changed while the numbers were read.
    subscription.isDue = hasChanged;
    subscriptions.add(subscription);
    accept(transaction, flow, { tag, seconds });
    notifier.serve(subscription, seconds);
  }

  /** Answers a SUBSCRIBE inside the dialog of a subscription, which refreshes or ends it (RFC 6665 §4.2.1). */
  async function refresh(transaction: ServerTransaction, flow: Flow, user: SipUser): Promise<void> {
    const { request } = transaction;
    const subscription = subscriptions.find(keyOf(request, eventOf(request) ?? ''));
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
    notifier.serve(subscription, seconds);
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
      for (const subscription of subscriptions.ofFlow(flow)) notifier.drop(subscription);
    },
    rejectFlow(flow) {
      for (const subscription of subscriptions.ofFlow(flow)) notifier.end(subscription, 'rejected');
    },
    closeAll() {
      for (const subscription of subscriptions.all()) notifier.end(subscription, 'deactivated');
    },
    count: () => subscriptions.count(),
  };
}
