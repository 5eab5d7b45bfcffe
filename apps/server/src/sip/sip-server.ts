import { createHmac, randomBytes } from 'node:crypto';
import type {
  Abilities,
  Clock,
  Header,
  ParseResult,
  Received,
  Reservation,
  ServerTransaction,
  SipMessage,
  SipRequest,
} from '@samtal/sip';
import {
  answerOptions,
  checkAsProxy,
  createNonceStore,
  createResponse,
  createTransactionLayer,
  header,
  parseCSeq,
  parseMessage,
  parseUri,
  serialize,
  tagOf,
} from '@samtal/sip';
import { digestHash as hash } from '../crypto/digest-hash.ts';
import type { Expulsion } from '../domain/accounts/expulsion.ts';
import type { EventLog } from '../domain/event-log.ts';
import { SIP_LIMITS } from '../domain/limits/limits.ts';
import { createRateLimit } from '../domain/limits/rate-limit.ts';
import { nothing } from '../domain/nothing.ts';
import type { Flow, FlowConnection, FlowHandler } from './flow.ts';
import { hasProved } from './flow.ts';
import { createInbox } from './flow-inbox.ts';
import type { MissedCallListener } from './missed-call.ts';
import { createAuthenticator } from './registrar/authenticator.ts';
import { createLocation } from './registrar/location.ts';
import { createRegistrar } from './registrar/registrar.ts';
import type { AnonymousCallLimits } from './routing/call-slots.ts';
import { createCallSlots } from './routing/call-slots.ts';
import { createDialogs } from './routing/dialogs.ts';
import type { Mailbox } from './routing/mailbox.ts';
import { ALLOWED_METHODS, createProxy, OUT_OF_DIALOG_METHODS } from './routing/proxy.ts';
import type { SipDirectory } from './sip-directory.ts';
import { createTransactionBudget } from './transaction-budget.ts';

export type SipServerOptions = {
  /** Lower case. */
  readonly domain: string;
  readonly directory: SipDirectory;
  readonly clock: Clock;
  /** Monotonic whole milliseconds, for expiry and rate limits; the wall clock can jump. */
  readonly elapsedMs: () => number;
  readonly log: Pick<EventLog, 'debug' | 'info' | 'warn'>;
  /** Limits on the calls of anonymous callers; absent = the defaults. */
  readonly limits?: AnonymousCallLimits;
  /** Called for each call that the callee did not answer. */
  readonly missed: MissedCallListener;
  /** Answers calls that the callee does not answer; absent = no mailbox. */
  readonly mailbox?: Mailbox;
};

export type SipServer = {
  /** Accepts a new connection; the listener passes its messages to the returned handler. */
  accept(connection: FlowConnection): FlowHandler;
  /** Ends the connections of an account or of one session, with their bindings and calls (decision D48). */
  expel(expelled: Expulsion): void;
  /** Counts open objects; all except flows and bindings return to zero when there are no calls. */
  counters(): {
    flows: number;
    bindings: number;
    dialogs: number;
    clientTransactions: number;
    serverTransactions: number;
  };
  /** Ends every call with BYE, closes every connection and cancels every timer. */
  shutDown(): void;
};

const SESSION_HAS_ENDED = 'session has ended';

/** Every final response to an INVITE requires an ACK (RFC 3261 §13.2.2.4, §17.1.1.3). */
const asksForAck = (message: SipMessage): boolean =>
  message.kind === 'response' &&
  message.status >= 200 &&
  parseCSeq(header(message, 'CSeq') ?? '')?.method === 'INVITE';

/** The answer to an OPTIONS request that is addressed to the server itself (RFC 3261 §11.2). */
const ABILITIES: Abilities = { methods: ALLOWED_METHODS.split(', '), extensions: [], contentTypes: [] };

/** A copy whose strings are not slices of the received frame, so that the frame can be freed. */
const detached = (message: SipMessage): SipMessage => JSON.parse(JSON.stringify(message)) as SipMessage;

/** The account of a flow; undefined = no account has authenticated on it yet. */
const accountOf = ({ user, provenUsernames }: Flow): string | undefined =>
  user?.username ?? provenUsernames.values().next().value;

const unlimited: Reservation = { add: () => undefined, release: () => undefined };

const createToken = (): string => randomBytes(9).toString('base64url');

/** Registrar and forking proxy for one domain over WebSocket flows (decision D6). It never touches media. */
export function createSipServer({
  domain,
  directory,
  clock,
  elapsedMs,
  log,
  missed,
  mailbox,
  limits,
}: SipServerOptions): SipServer {
  const secret = randomBytes(32);
  const sign = (text: string): string => createHmac('sha256', secret).update(text).digest('base64url');
  const sentBy = `${createToken().replaceAll(/[^A-Za-z0-9]/g, 'x')}.invalid`;
  const flows = new Map<string, Flow>();
  let isShuttingDown = false;

  const location = createLocation(elapsedMs);
  const dialogs = createDialogs(elapsedMs, () => randomBytes(18).toString('base64url'), leaveIfDue);
  const nonces = createNonceStore({ now: elapsedMs, createSalt: createToken, sign });
  const authenticator = createAuthenticator({
    realm: domain,
    directory,
    nonces,
    hash,
    createTag: createToken,
  });
  const registrar = createRegistrar({
    domain,
    authenticator,
    location,
    clock,
    elapsedMs,
    createTag: createToken,
  });
  const reserve = createTransactionBudget({
    total: SIP_LIMITS.requestMemoryMb * 1024 * 1024,
    fraction: SIP_LIMITS.requestMemoryShare,
  });
  const transactions = createTransactionLayer({
    clock,
    sentBy,
    createBranch: createToken,
    send: (message, flow) => send(message, flow),
    isStateless: (id) => isUnproven(flows.get(id)),
    // No reservation: an unproven flow has one request at a time, and a server agent serves many callers.
    reserve(id, bytes) {
      const flow = flows.get(id);
      const account = flow && accountOf(flow);
      return account === undefined || flow?.user?.isServerAgent === true
        ? unlimited
        : reserve(account, bytes);
    },
  });
  const proxy = createProxy({
    domain,
    sentBy,
    directory,
    authenticator,
    location,
    dialogs,
    slots: createCallSlots(limits),
    transactions,
    clock,
    elapsedMs,
    mailbox,
    // Calls that the shutdown cancels are not missed calls, and their store is stopping too.
    missed(call) {
      if (!isShuttingDown) missed(call);
    },
    createTag: createToken,
  });

  function send(message: SipMessage, flowId: string): void {
    const what = message.kind === 'request' ? message.method : message.status;
    log.debug({ event: 'sip_sent', flow: flowId, what, cseq: header(message, 'CSeq') });
    const flow = flows.get(flowId);
    if (flow === undefined) return;
    if (asksForAck(message)) flow.owedAcks += 1;
    const { perRequest, most } = SIP_LIMITS.brokenAnswers;
    if (message.kind === 'request')
      flow.brokenAnswersLeft = Math.min(most, flow.brokenAnswersLeft + perRequest);
    flow.connection.send(serialize(message));
  }

  /**
   * Expected responses, and ACKs of final responses, do not count against a client's message rate: other
   * users cause them. A caller could otherwise exhaust the callee's limit and so end its calls.
   */
  function isOwed(message: SipMessage, flow: Flow): boolean {
    if (message.kind === 'response') return transactions.admit(message, flow.id);
    if (message.method !== 'ACK' || flow.owedAcks === 0) return false;
    flow.owedAcks -= 1;
    return true;
  }

  /** Unreadable responses are tolerated while requests are forwarded: those requests may have caused them. */
  function isProvoked(text: string, flow: Flow): boolean {
    if (!text.startsWith('SIP/2.0 ') || flow.brokenAnswersLeft === 0) return false;
    flow.brokenAnswersLeft -= 1;
    return true;
  }

  /** Handles one message completely, so that no MESSAGE or CANCEL overtakes an earlier one of its flow. */
  async function receive(message: SipMessage, flow: Flow): Promise<void> {
    if (flow.isLost) return;
    const what = message.kind === 'request' ? message.method : message.status;
    log.debug({ event: 'sip_received', flow: flow.id, what, cseq: header(message, 'CSeq') });
    try {
      await handle(transactions.receive(message, flow.id), flow);
    } catch (error) {
      log.warn({ event: 'sip_message_failed', err: error, flow: flow.id, what });
    }
  }

  /** Handles what the transaction layer leaves to its element. */
  async function handle(received: Received | undefined, flow: Flow): Promise<void> {
    if (received?.kind === 'request') await handleRequest(received.transaction, flow);
    else if (received?.kind === 'ack') proxy.routeAck(received.request, flow);
    else if (received?.kind === 'overload') refuseForMemory(received.request, flow.id);
    else if (received?.kind === 'strayResponse')
      log.debug({ event: 'stray_response_dropped', status: received.response.status });
  }

  async function handleRequest(transaction: ServerTransaction, flow: Flow): Promise<void> {
    const { request } = transaction;
    try {
      await dispatch(transaction, request, flow);
    } catch (error) {
      transaction.respond(createResponse(request, 500, { toTag: createToken() }));
      throw error;
    }
  }

  async function dispatch(transaction: ServerTransaction, request: SipRequest, flow: Flow): Promise<void> {
    const respond = (status: number, more: readonly Header[] = []): void =>
      transaction.respond(createResponse(request, status, { toTag: createToken(), headers: more }));
    const refuse = (status: number): void => respond(status, [{ name: 'Allow', value: ALLOWED_METHODS }]);
    const respondToOptions = (): void => {
      const { status, headers: fields } = answerOptions(request, ABILITIES);
      respond(status, fields);
    };
    const toTag = tagOf(header(request, 'To'));
    if (request.method === 'REGISTER') await registrar.register(transaction, flow);
    else if (request.method === 'REFER') refuse(405);
    else if (toTag === '') respond(400);
    else if (toTag !== undefined) proxy.routeInDialog(transaction, flow);
    else if (!OUT_OF_DIALOG_METHODS.includes(request.method)) refuse(405);
    else if (request.method === 'OPTIONS' && isForUs(request)) respondToOptions();
    else await proxy.route(transaction, flow);
  }

  const isForUs = (request: SipRequest): boolean => {
    const uri = parseUri(request.uri);
    return uri?.host === domain && uri.user === undefined && checkAsProxy(request) === undefined;
  };

  function refuseUnreadable(result: Extract<ParseResult, { ok: false }>, flow: Flow): void {
    const { partial, status, reason } = result;
    if (partial !== undefined)
      send(createResponse(partial, status, { reason, toTag: createToken() }), flow.id);
  }

  /** During shutdown, requests are answered 503 without opening a transaction. */
  function turnAway(message: SipMessage, flow: Flow): void {
    if (message.kind === 'request' && message.method !== 'ACK')
      send(createResponse(message, 503, { toTag: createToken() }), flow.id);
  }

  function isUnproven(flow: Flow | undefined): boolean {
    return flow !== undefined && accountOf(flow) === undefined;
  }

  function refuseForMemory(request: SipRequest, id: string): void {
    const retryAfter = { name: 'Retry-After', value: String(SIP_LIMITS.retryAfter) };
    send(createResponse(request, 503, { toTag: createToken(), headers: [retryAfter] }), id);
  }

  function cutOff(flow: Flow, why: string): void {
    flow.isCutOff = true;
    log.warn({
      event: 'sip_connection_cut_off',
      flow: flow.id,
      from: flow.connection.remoteAddress,
      reason: why,
    });
    flow.connection.close(1008, why);
  }

  /** Ends the calls immediately; a client that ignores the close frame would otherwise stay in them. */
  function close(flow: Flow, why: string): void {
    cutOff(flow, why);
    lose(flow);
  }

  function leaveAfterCalls(flow: Flow): void {
    flow.isLeaving = true;
    location.removeFlow(flow);
  }

  /** Closes a leaving flow after its last call, when the message that ended that call has been forwarded. */
  function leaveIfDue(flow: Flow): void {
    if (!flow.isLeaving) return;
    queueMicrotask(() => {
      if (!flow.isLost && !dialogs.has(flow)) close(flow, SESSION_HAS_ENDED);
    });
  }

  function lose(flow: Flow): void {
    flow.isLost = true;
    flows.delete(flow.id);
    location.removeFlow(flow);
    transactions.flowLost(flow.id);
    for (const { bye, flow: left } of dialogs.takeByesFor(flow)) {
      transactions.send(bye, left.id, { response: nothing, timedOut: nothing, flowLost: nothing });
    }
  }

  return {
    accept(connection) {
      const flow: Flow = {
        id: createToken(),
        connection,
        user: undefined,
        provenUsernames: new Set(),
        provenSessions: new Set(),
        owedAcks: 0,
        brokenAnswersLeft: 0,
        isLeaving: false,
        isCutOff: false,
        isLost: false,
      };
      flows.set(flow.id, flow);
      const isWithinRate = {
        proven: createRateLimit(SIP_LIMITS.messages, elapsedMs),
        unproven: createRateLimit(SIP_LIMITS.unprovenMessages, elapsedMs),
      };
      let badMessages = 0;
      let isProved = false;
      const inbox = createInbox<SipMessage>({
        async handle(message) {
          await receive(message, flow);
          if (isProved || isUnproven(flow)) return;
          isProved = true;
          connection.proved(flow.user?.isServerAgent === true ? 'serverAgent' : 'user');
        },
        setReading: (isReading) => connection.setReading(isReading),
        pauseBytes: SIP_LIMITS.waitingBytes.pause,
      });
      const origin = { flow: flow.id, from: connection.remoteAddress };
      return {
        receive(text) {
          // Messages that were in transit can still arrive while the connection closes.
          if (flow.isCutOff) return;
          const result = parseMessage(text);
          if (!result.ok && isProvoked(text, flow)) {
            log.debug({ event: 'unreadable_answer_dropped', flow: flow.id, reason: result.reason });
            return;
          }
          const isFree = flow.user?.isServerAgent === true || (result.ok && isOwed(result.message, flow));
          const isKnown = !isUnproven(flow);
          if (!isFree && !isWithinRate[isKnown ? 'proven' : 'unproven']()) {
            cutOff(flow, 'too many messages');
            return;
          }
          if (result.ok) {
            if (isShuttingDown) {
              turnAway(result.message, flow);
              return;
            }
            const held = inbox.put(detached(result.message), text.length + SIP_LIMITS.messageOverheadBytes);
            const bound = isKnown ? SIP_LIMITS.waitingBytes.cut : SIP_LIMITS.unprovenWaitingBytes;
            if (held > bound && flow.user?.isServerAgent !== true) cutOff(flow, 'too many messages wait');
            return;
          }
          // Only the first one is logged, so that a flood of unreadable messages does not fill the log.
          if (badMessages === 0)
            log.warn({ event: 'unreadable_sip_message', ...origin, reason: result.reason });
          badMessages += 1;
          refuseUnreadable(result, flow);
          if (badMessages >= SIP_LIMITS.badMessages) cutOff(flow, 'too many unreadable messages');
        },
        closed: () => lose(flow),
      };
    },
    expel(expelled) {
      authenticator.expelled();
      const isSession = 'sessionId' in expelled;
      for (const flow of flows.values()) {
        if (!hasProved(flow, expelled)) continue;
        // A disabled account loses its calls immediately; an ended session may finish them (decision D40).
        if (isSession && dialogs.has(flow)) leaveAfterCalls(flow);
        else close(flow, isSession ? SESSION_HAS_ENDED : 'account is not active any more');
      }
    },
    counters() {
      const { client, server } = transactions.counts();
      return {
        flows: flows.size,
        bindings: location.count(),
        dialogs: dialogs.count(),
        clientTransactions: client,
        serverTransactions: server,
      };
    },
    shutDown() {
      isShuttingDown = true;
      for (const { bye, flow } of dialogs.takeAllByes()) transactions.sendOutside(bye, flow.id);
      // Open transactions end as if every connection were lost, which also cancels their timers.
      for (const flow of flows.values()) {
        flow.isLost = true;
        transactions.flowLost(flow.id);
      }
      transactions.close();
      for (const { connection } of flows.values()) connection.close(1001, 'server stops');
    },
  };
}
