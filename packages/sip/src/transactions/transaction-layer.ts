/**
 * The transaction layer of an element whose flows are WebSockets (RFC 3261 §17, RFC 7118). It owns every
 * transaction, adds and removes its own Via, absorbs retransmissions, answers CANCEL, and sends ACK for
 * refused INVITEs.
 *
 *   receive(message, flow)  →  `Received`: what the element itself must handle, such as a new request
 *   send(request, flow, on) →  on.response / on.timedOut / on.flowLost
 */
import type { Header, SipMessage, SipRequest, SipResponse } from '../message.ts';
import { header, prependHeader, withoutFirst } from '../message.ts';
import { tagOf } from '../name-addr.ts';
import { createResponse } from '../response.ts';
import { MAGIC_COOKIE } from '../via.ts';
import type { ClientEvent, ClientState } from './client-machine.ts';
import { stepClient } from './client-machine.ts';
import { clientKey, serverKey } from './key.ts';
import { createAck, createCancel, withoutRest } from './requests.ts';
import type { ServerEvent, ServerState } from './server-machine.ts';
import { stepServer } from './server-machine.ts';
import type { Clock } from './timers.ts';
import { TRANSACTION_TIMEOUT_MS } from './timers.ts';

export type FlowId = string;

export type ServerTransaction = {
  readonly request: SipRequest;
  readonly flow: FlowId;
  /** Sends a response; after a final one only further 2xx to an INVITE are sent. */
  respond(response: SipResponse): void;
  /** Called when CANCEL arrives before a final answer; the CANCEL itself has been answered. */
  onCancel: ((cancel: SipRequest) => void) | undefined;
  /** Called when the request's flow is lost before a final answer. */
  onFlowLost: (() => void) | undefined;
};

export type ClientHandler = {
  /**
   * Called with each answer, without this element's Via. Provisional answers may repeat; an INVITE that other
   * elements fork may get several 2xx.
   */
  response(response: SipResponse): void;
  timedOut(): void;
  flowLost(): void;
  /**
   * The server transaction whose request is forwarded. The memory reserved for it is freed only when this
   * client transaction has ended too.
   */
  readonly cause?: ServerTransaction;
};

export type ClientTransaction = {
  /**
   * Cancels an INVITE that has no final answer yet: now, or after its first provisional answer (RFC 3261
   * §9.1).
   * @param extra additional header fields of CANCEL
   */
  cancel(extra: readonly Header[]): void;
};

/** A message that the element itself must handle; the layer handles all other messages. */
export type Received =
  /** A new request. */
  | { readonly kind: 'request'; readonly transaction: ServerTransaction }
  /** The ACK of a 2xx, which is end to end and has no transaction. */
  | { readonly kind: 'ack'; readonly request: SipRequest }
  /** A new request for which `reserve` has no room; it has no transaction. */
  | { readonly kind: 'overload'; readonly request: SipRequest }
  /** A response that belongs to no request of this layer. */
  | { readonly kind: 'strayResponse'; readonly response: SipResponse };

/** The memory that is reserved for one request, in bytes. */
export type Reservation = { add(bytes: number): void; release(): void };

export type TransactionLayerOptions = {
  readonly clock: Clock;
  readonly send: (message: SipMessage, flow: FlowId) => void;
  /** Unguessable text for branches, and for the tag of an answer made by this layer. */
  readonly createBranch: () => string;
  /** The sent-by part of this element's own Via. */
  readonly sentBy: string;
  /**
   * Whether a refused INVITE on this flow keeps no state, as RFC 3261 §8.2.7 and §26.3.2.4 advise for clients
   * without authentication.
   */
  readonly isStateless?: (flow: FlowId) => boolean;
  /** Reserves memory for a request on that flow; returns undefined if there is no room. Absent: no limit. */
  readonly reserve?: (flow: FlowId, bytes: number) => Reservation | undefined;
};

/** A reservation and the number of transactions that use it. */
type SharedReservation = { readonly reservation: Reservation | undefined; transactions: number };

type Server = {
  readonly flow: FlowId;
  readonly isInvite: boolean;
  readonly shared: SharedReservation;
  /** Unset at the final answer, because it holds the whole request. */
  transaction: ServerTransaction | undefined;
  state: ServerState;
  /** The last answer, kept while a retransmitted request must get it again. */
  last: SipResponse | undefined;
  toTag: string | undefined;
  stopTimer: () => void;
};
type Client = {
  /** The sent request without its body and the fields that ACK and CANCEL do not copy. */
  request: SipRequest;
  flow: FlowId;
  shared: SharedReservation | undefined;
  handler: ClientHandler;
  state: ClientState;
  stopTimer: () => void;
  cancelHeaders: readonly Header[];
  /** Number of answers still accepted, including the final one. */
  answersLeft: number;
};

const nothing = (): void => undefined;

/** The most answers that one request accepts; phones send fewer. */
const AWAITED_ANSWERS = 10;

/**
 * The key of a server transaction. It includes the flow: only the flow that sent a request may retransmit,
 * acknowledge or cancel it; knowing its branch is not enough.
 */
const keyOnFlow = (request: SipRequest, flow: FlowId, method?: string): string =>
  `${flow}|${serverKey(request, method)}`;

const branchOf = (clientKey: string): string => clientKey.slice(0, clientKey.indexOf('|'));

/** Estimated memory of a transaction without its message: objects, keys, timers. */
const TRANSACTION_BYTES = 1024;
const HEADER_BYTES = 64;

/** Estimated memory of a message, with two bytes per character. */
function sizeOf({ headers, body }: SipMessage): number {
  const values = headers.reduce((sum, { value }) => sum + 2 * value.length + HEADER_BYTES, 0);
  return values + 2 * body.length;
}

/** The handler for a request whose outcome does not matter. */
export const ignoreOutcome: ClientHandler = { response: nothing, timedOut: nothing, flowLost: nothing };

export type TransactionLayer = {
  receive(message: SipMessage, flow: FlowId): Received | undefined;
  send(request: SipRequest, flow: FlowId, handler: ClientHandler): ClientTransaction;
  /** Sends a request without a transaction: the ACK of a 2xx (RFC 3261 §16.11). */
  sendOutside(request: SipRequest, flow: FlowId): void;
  /**
   * Whether a request on that flow still accepts this answer; must be called once, before `receive`. Each
   * call counts: a request accepts a few provisional answers and one final answer.
   */
  admit(response: SipResponse, flow: FlowId): boolean;
  flowLost(flow: FlowId): void;
  counts(): { readonly client: number; readonly server: number };
  /** Drops all transactions without sending anything. */
  close(): void;
};

export function createTransactionLayer(options: TransactionLayerOptions): TransactionLayer {
  const { clock, sentBy } = options;
  const servers = new Map<string, Server>();
  const clients = new Map<string, Client>();

  const startTimer = (run: () => void): (() => void) => clock.setTimer(TRANSACTION_TIMEOUT_MS, run);

  const reservations = new WeakMap<ServerTransaction, SharedReservation>();

  function release(shared: SharedReservation | undefined): void {
    if (shared === undefined) return;
    shared.transactions -= 1;
    if (shared.transactions === 0) shared.reservation?.release();
  }

  function endServer(key: string, server: Server): void {
    if (!servers.delete(key)) return;
    server.state = 'terminated';
    server.transaction = undefined;
    server.stopTimer();
    release(server.shared);
  }

  function stepServerOf(key: string, server: Server, event: ServerEvent): void {
    const { state, effects } = stepServer(server.state, event, server.isInvite);
    server.state = state;
    if (state !== 'proceeding') server.transaction = undefined;
    for (const effect of effects) {
      if (effect.do === 'send') {
        server.toTag = tagOf(header(effect.response, 'To'));
        server.last = state === 'accepted' ? undefined : effect.response;
        options.send(effect.response, server.flow);
      } else if (effect.do === 'sendLast') {
        if (server.last !== undefined) options.send(server.last, server.flow);
      } else if (effect.do === 'startTimer') {
        server.stopTimer = startTimer(() => stepServerOf(key, server, { type: 'timerFired' }));
      } else server.stopTimer();
    }
    if (state === 'terminated') endServer(key, server);
  }

  function respond(key: string, server: Server, response: SipResponse): void {
    const isRefused = server.isInvite && server.state === 'proceeding' && response.status >= 300;
    if (isRefused && options.isStateless?.(server.flow) === true) {
      endServer(key, server);
      options.send(response, server.flow);
    } else stepServerOf(key, server, { type: 'respond', response });
  }

  /** Opens a transaction; undefined if there is no memory for it. */
  function openServer(request: SipRequest, flow: FlowId): ServerTransaction | undefined {
    const reservation = options.reserve?.(flow, TRANSACTION_BYTES + sizeOf(request));
    if (reservation === undefined && options.reserve !== undefined) return undefined;
    const key = keyOnFlow(request, flow);
    const transaction: ServerTransaction = {
      request,
      flow,
      respond: (response) => respond(key, server, response),
      onCancel: undefined,
      onFlowLost: undefined,
    };
    const server: Server = {
      flow,
      isInvite: request.method === 'INVITE',
      shared: { reservation, transactions: 1 },
      transaction,
      state: 'proceeding',
      last: undefined,
      toTag: undefined,
      stopTimer: nothing,
    };
    reservations.set(transaction, server.shared);
    servers.set(key, server);
    return transaction;
  }

  /** CANCEL is answered immediately, so it needs no transaction of its own on a reliable transport. */
  function receiveCancel(cancel: SipRequest, flow: FlowId): void {
    const invite = servers.get(keyOnFlow(cancel, flow, 'INVITE'));
    // A final answer needs a tag: the tag of the INVITE's answers, if there were any (RFC 3261 §8.2.6.2,
    // §9.2).
    const toTag = invite?.toTag ?? options.createBranch();
    options.send(createResponse(cancel, invite === undefined ? 481 : 200, { toTag }), flow);
    if (invite?.state === 'proceeding') invite.transaction?.onCancel?.(cancel);
  }

  function receiveRequest(request: SipRequest, flow: FlowId): Received | undefined {
    const key = keyOnFlow(request, flow);
    const known = servers.get(key);
    if (request.method === 'ACK') {
      if (known === undefined || known.state === 'accepted') return { kind: 'ack', request };
      stepServerOf(key, known, { type: 'ackReceived' });
    } else if (known !== undefined) stepServerOf(key, known, { type: 'requestRepeated' });
    else if (request.method === 'CANCEL') receiveCancel(request, flow);
    else {
      const transaction = openServer(request, flow);
      return transaction === undefined ? { kind: 'overload', request } : { kind: 'request', transaction };
    }
    return undefined;
  }

  function receiveResponse(response: SipResponse, flow: FlowId): Received | undefined {
    const key = clientKey(response);
    const client = clients.get(key);
    if (client === undefined) return { kind: 'strayResponse', response };
    // Only the flow that got the request may answer it.
    if (client.flow === flow) stepClientOf(key, client, { type: 'response', response });
    return undefined;
  }

  function stepClientOf(key: string, client: Client, event: ClientEvent): void {
    const { state, effects } = stepClient(client.state, event, client.request.method === 'INVITE');
    client.state = state;
    if (state === 'terminated' && clients.delete(key)) release(client.shared);
    for (const effect of effects) {
      if (effect.do === 'pass') pass(client, effect.response);
      else if (effect.do === 'ack') options.send(createAck(client.request, effect.response), client.flow);
      else if (effect.do === 'timedOut') client.handler.timedOut();
      else if (effect.do === 'flowLost') client.handler.flowLost();
      else if (effect.do === 'sendCancel') sendCancel(key, client);
      else {
        client.stopTimer();
        if (effect.do === 'restartTimer') startClientTimer(key, client);
      }
    }
  }

  function pass(client: Client, response: SipResponse): void {
    // The proxy keeps a refusal until the other branches have answered too, so it counts as memory (RFC 3261
    // §16.7 step 6).
    const { shared } = client;
    if (response.status >= 300 && shared !== undefined && shared.transactions > 0)
      shared.reservation?.add(sizeOf(response));
    client.handler.response(withoutFirst(response, 'Via'));
  }

  function startClientTimer(key: string, client: Client): void {
    client.stopTimer = startTimer(() => stepClientOf(key, client, { type: 'timerFired' }));
  }

  function sendCancel(key: string, client: Client): void {
    const cancel = createCancel(client.request, client.cancelHeaders);
    openClient(`${branchOf(key)}|CANCEL`, cancel, client.flow, ignoreOutcome);
  }

  /** Shares the reservation of the request that is forwarded, if that has not been released. */
  function shareReservation(cause: ServerTransaction | undefined): SharedReservation | undefined {
    const shared = cause && reservations.get(cause);
    if (shared === undefined || shared.transactions === 0) return undefined;
    shared.transactions += 1;
    return shared;
  }

  function openClient(key: string, request: SipRequest, flow: FlowId, handler: ClientHandler): Client {
    const client: Client = {
      request: withoutRest(request),
      flow,
      shared: shareReservation(handler.cause),
      handler,
      state: 'calling',
      stopTimer: nothing,
      cancelHeaders: [],
      answersLeft: AWAITED_ANSWERS,
    };
    startClientTimer(key, client);
    clients.set(key, client);
    options.send(request, flow);
    return client;
  }

  const viaWith = (branch: string): string => `SIP/2.0/WS ${sentBy};branch=${branch}`;
  const newBranch = (): string => `${MAGIC_COOKIE}${options.createBranch()}`;

  return {
    receive: (message, flow) =>
      message.kind === 'request' ? receiveRequest(message, flow) : receiveResponse(message, flow),
    send(request, flow, handler) {
      const branch = newBranch();
      const key = `${branch}|${request.method}`;
      const client = openClient(key, prependHeader(request, 'Via', viaWith(branch)), flow, handler);
      return {
        cancel: (extra) => {
          // Only the first call sends CANCEL, so only its header fields count.
          if (client.state === 'calling' || client.state === 'proceeding') client.cancelHeaders = extra;
          stepClientOf(key, client, { type: 'cancelled' });
        },
      };
    },
    sendOutside: (request, flow) => options.send(prependHeader(request, 'Via', viaWith(newBranch())), flow),
    admit(response, flow) {
      const client = clients.get(clientKey(response));
      const isFinal = response.status >= 200;
      if (client === undefined || client.flow !== flow || client.answersLeft < (isFinal ? 1 : 2))
        return false;
      client.answersLeft = isFinal ? 0 : client.answersLeft - 1;
      return true;
    },
    flowLost(flow) {
      // The transactions are selected first, because the handlers called here may open new ones.
      const lostClients = [...clients].filter(([, client]) => client.flow === flow);
      const lostServers = [...servers].filter(([, server]) => server.flow === flow);
      for (const [key, client] of lostClients) stepClientOf(key, client, { type: 'flowLost' });
      for (const [key, server] of lostServers) {
        const { transaction } = server;
        endServer(key, server);
        transaction?.onFlowLost?.();
      }
    },
    counts: () => ({ client: clients.size, server: servers.size }),
    close() {
      for (const { stopTimer, shared } of clients.values()) {
        stopTimer();
        release(shared);
      }
      clients.clear();
      for (const [key, server] of servers) endServer(key, server);
    },
  };
}
