import type { Clock } from '@samtal/sip';
import { createNonceStore, createTransactionLayer, invalidHost } from '@samtal/sip';
import { digestHash as hash } from '../crypto/digest-hash.ts';
import { createSigner, createToken } from '../crypto/secrets.ts';
import type { Revocation } from '../domain/accounts/revocation.ts';
import { UNWATCHED_CALLS, type WatchCalls } from '../domain/calls/call-watch.ts';
import type { EventLog } from '../domain/event-log.ts';
import { type Meter, NO_METER } from '../domain/meter.ts';
import type { DoNotDisturb } from '../domain/people/do-not-disturb.ts';
import type { PushCall } from '../domain/people/pushed-call.ts';
import type { SavedDialog } from '../domain/saved-dialog.ts';
import { createDispatch } from './dispatch.ts';
import type { Flow, FlowConnection, FlowHandler } from './flow.ts';
import { createFlow, isUnproven } from './flow.ts';
import { createFlowClosing } from './flow-closing.ts';
import { createFlowReceiver } from './flow-receiver.ts';
import { createMessageSender } from './message-sender.ts';
import { createMessageWaiting, type WatchMailbox } from './message-waiting/message-waiting.ts';
import type { MissedCallListener } from './missed-call.ts';
import { createAuthenticator } from './registrar/authenticator.ts';
import { createLocation, deviceOf } from './registrar/location.ts';
import { createRegistrar } from './registrar/registrar.ts';
import type { AnonymousCallLimits } from './routing/call-slots.ts';
import { createCallSlots } from './routing/call-slots.ts';
import { createAbsences } from './routing/dialogs/absences.ts';
import { createDialogs } from './routing/dialogs/dialogs.ts';
import { restoreDialogs } from './routing/dialogs/restore-dialogs.ts';
import type { SavedDialogs } from './routing/dialogs/saved-dialogs.ts';
import type { Mailbox } from './routing/mailbox.ts';
import { createProxy } from './routing/proxy.ts';
import { createTextGateway } from './routing/text-gateway.ts';
import type { SipDirectory } from './sip-directory.ts';
import { createTransactionBudget } from './transaction-budget.ts';

export type SipServerOptions = {
  /** In lower case. */
  readonly domain: string;
  readonly directory: SipDirectory;
  readonly clock: Clock;
  /** Monotonic whole milliseconds, for expiry and rate limits; the wall clock can jump. */
  readonly elapsedMs: () => number;
  readonly log: Pick<EventLog, 'debug' | 'info' | 'warn'>;
  /** Counts messages, refusals and texts; absent = nothing is counted. */
  readonly meter?: Pick<Meter, 'sipResponded' | 'textPassed' | 'refused'>;
  /** Follows each call to its end; absent = nothing follows them. */
  readonly calls?: WatchCalls;
  /** Limits on the calls of anonymous callers; absent = the defaults. */
  readonly limits?: AnonymousCallLimits;
  /**
   * How long a call waits for an end that has lost its connection (decision D80); absent = it ends immediately.
   */
  readonly keepCallsMs?: number | undefined;
  /** Stores established dialogs for the next run of this server; absent = a restart ends all calls. */
  readonly savedDialogs?: SavedDialogs | undefined;
  /** Called for each call that the callee neither answered nor refused. */
  readonly missed: MissedCallListener;
  /** Answers calls that the callee neither answers nor refuses; absent = no mailbox. */
  readonly mailbox?: Mailbox;
  /** The mailboxes of which phones hear how many messages wait; absent = phones cannot subscribe (decision D104). */
  readonly watchMailbox?: WatchMailbox | undefined;
  /** Pushes calls to devices that are not registered; absent = only registered devices are called. */
  readonly pushCall?: PushCall | undefined;
  /** Address of the agent between users and phones with text over RTP; absent = there is none (decision D94). */
  readonly textGateway?: string | undefined;
  /** Says which calls do not ring; absent = all calls ring. */
  readonly doNotDisturb?: DoNotDisturb | undefined;
};

export type SipServer = {
  /** Accepts a new connection; the listener passes its messages to the returned handler. */
  accept(connection: FlowConnection): FlowHandler;
  /** Whether a page of the device with this UUID, in lower case, is registered for the address. */
  isRegistered(address: string, instance: string): boolean;
  /** How many devices are registered for an address, and the addresses that have one. */
  readonly registrations: {
    readonly count: (address: string) => number;
    readonly addresses: () => readonly string[];
  };
  /**
   * Ends the connections of an account or session (decision D48). A session's calls may finish first (D40).
   */
  revoke(revocation: Revocation): void;
  /** Adds the dialogs of an earlier run, which wait for their ends as if these had just lost their connections. */
  restore(dialogs: readonly SavedDialog[]): void;
  /** Counts open objects; all except flows, bindings and subscriptions return to zero when there are no calls. */
  counters(): {
    flows: number;
    bindings: number;
    dialogs: number;
    clientTransactions: number;
    serverTransactions: number;
    subscriptions: number;
  };
  /** Ends every call that is not stored for the next run with BYE, closes every connection and cancels every timer. */
  shutDown(): void;
};

/** A Record-Route token: longer than a tag, because it is what lets a request inside a dialog pass. */
const createRouteToken = (): string => createToken() + createToken();

/** Registrar and forking proxy for one domain over WebSocket flows (decision D6). It never touches media. */
export function createSipServer(options: SipServerOptions): SipServer {
  const { domain, directory, clock, elapsedMs, log, mailbox } = options;
  const { meter = NO_METER, calls = UNWATCHED_CALLS } = options;
  const sentBy = invalidHost(createToken());
  const createTag = createToken;
  const flows = new Map<string, Flow>();
  let isShuttingDown = false;

  const send = createMessageSender(flows, log, meter);
  const reserve = createTransactionBudget();
  const transactions = createTransactionLayer({
    clock,
    sentBy,
    createBranch: createToken,
    send,
    isStateless(id) {
      const flow = flows.get(id);
      return flow !== undefined && isUnproven(flow);
    },
    reserve: (id, bytes) => reserve(flows.get(id), bytes),
  });

  const location = createLocation(elapsedMs);
  const dialogs = createDialogs(
    elapsedMs,
    createRouteToken,
    (flow) => closing.closeIfDue(flow),
    options.savedDialogs,
  );
  const slots = createCallSlots(options.limits);
  const absences = createAbsences({ dialogs, transactions, clock, limitMs: options.keepCallsMs });
  const nonces = createNonceStore({ now: elapsedMs, createSalt: createToken, sign: createSigner() });
  const authenticator = createAuthenticator({ realm: domain, directory, nonces, hash, createTag });
  const { watchMailbox } = options;
  const messageWaiting =
    watchMailbox &&
    createMessageWaiting({
      domain,
      authenticator,
      transactions,
      watchMailbox,
      clock,
      elapsedMs,
      createTag,
      meter,
      log,
    });
  const closing = createFlowClosing({
    flows,
    location,
    messageWaiting,
    dialogs,
    absences,
    keepsCalls: options.keepCallsMs !== undefined,
    transactions,
    meter,
    log,
  });

  const registrar = createRegistrar({
    domain,
    authenticator,
    location,
    clock,
    elapsedMs,
    createTag,
    registered: (flow) => closing.takeOver(flow),
  });
  const proxy = createProxy({
    domain,
    sentBy,
    directory,
    authenticator,
    location,
    dialogs,
    absences,
    slots,
    transactions,
    clock,
    elapsedMs,
    mailbox,
    pushCall: options.pushCall,
    textGateway:
      options.textGateway === undefined
        ? undefined
        : createTextGateway(options.textGateway, location, createToken),
    calls,
    meter,
    doNotDisturb: options.doNotDisturb,
    // Calls that the shutdown cancels are not missed calls; the store of missed calls is closing too.
    missed(call) {
      if (!isShuttingDown) options.missed(call);
    },
    createTag,
  });
  const dispatch = createDispatch({ domain, registrar, proxy, messageWaiting, send, createTag, meter, log });

  return {
    accept(connection) {
      const flow = createFlow(createToken(), connection, elapsedMs);
      flows.set(flow.id, flow);
      const receive = createFlowReceiver(flow, {
        transactions,
        dispatch,
        send,
        createTag,
        cutOff: (reason) => closing.breakLimit(flow, reason),
        isShuttingDown: () => isShuttingDown,
        log,
      });
      return { receive, closed: () => closing.lose(flow) };
    },
    isRegistered: (address, instance) =>
      location.list(address).some((binding) => deviceOf(binding) === instance),
    registrations: {
      count: (address) => location.list(address).length,
      addresses: () => location.addresses(),
    },
    restore: (saved) => restoreDialogs(saved, { dialogs, absences, slots, elapsedMs, calls }),
    revoke(revocation) {
      authenticator.revoked();
      closing.revoke(revocation);
    },
    counters() {
      const { client, server } = transactions.counts();
      return {
        flows: flows.size,
        bindings: location.count(),
        dialogs: dialogs.count(),
        clientTransactions: client,
        serverTransactions: server,
        subscriptions: messageWaiting?.count() ?? 0,
      };
    },
    shutDown() {
      isShuttingDown = true;
      closing.closeAll();
    },
  };
}
