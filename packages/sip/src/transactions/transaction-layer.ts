/**
 * The transaction layer of an element whose flows are WebSockets (RFC 3261 §17, RFC 7118). It owns every transaction,
 * adds and removes its own Via, absorbs what is repeated, answers CANCEL, and makes ACK for refused INVITEs.
 *
 *   receive(message, flow)  →  handlers.request(transaction)   a new request
 *                           →  handlers.ack(request, flow)     the ACK of a 2xx, which is end to end
 *                           →  handlers.strayResponse(…)       a response nobody here waits for
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
import { createAck, createCancel } from './requests.ts';
import type { ServerEvent, ServerState } from './server-machine.ts';
import { stepServer } from './server-machine.ts';
import type { Clock } from './timers.ts';
import { TRANSACTION_TIMEOUT_MS } from './timers.ts';

export type FlowId = string;

export type ServerTransaction = {
  readonly request: SipRequest;
  readonly flow: FlowId;
  /** Sends a response; after a final one only further 2xx to an INVITE go out. */
  respond(response: SipResponse): void;
  /** Called when CANCEL arrives before a final answer; the CANCEL itself has been answered. */
  onCancel: ((cancel: SipRequest) => void) | undefined;
  /** Called when the flow it came on is lost before a final answer. */
  onFlowLost: (() => void) | undefined;
};

export type ClientHandler = {
  /** Own Via is off already. Provisional ones come any number of times, 2xx to INVITE once for each branch that answers. */
  response(response: SipResponse): void;
  timedOut(): void;
  flowLost(): void;
};

export type ClientTransaction = {
  /** CANCEL for an INVITE: sent at once, or with its first provisional answer (RFC 3261 §9.1); nothing after a final one. */
  cancel(extra: readonly Header[]): void;
};

export type TransactionHandlers = {
  request(transaction: ServerTransaction): void;
  ack(request: SipRequest, flow: FlowId): void;
  strayResponse(response: SipResponse, flow: FlowId): void;
};

export type TransactionLayerOptions = {
  readonly clock: Clock;
  readonly send: (message: SipMessage, flow: FlowId) => void;
  readonly handlers: TransactionHandlers;
  /** Unguessable text for branches, and for the tag of an answer that nobody else gives. */
  readonly createBranch: () => string;
  /** What stands after the transport in this element's own Via. */
  readonly sentBy: string;
};

type Server = {
  transaction: ServerTransaction;
  state: ServerState;
  last: SipResponse | undefined;
  stopTimer: () => void;
};
type Client = {
  request: SipRequest;
  flow: FlowId;
  handler: ClientHandler;
  state: ClientState;
  stopTimer: () => void;
  cancelHeaders: readonly Header[];
  /** How many answers it still waits for, the last of which is final. */
  answersLeft: number;
};

const nothing = (): void => undefined;

/** More than any phone has to tell until it has made up its mind. */
const AWAITED_ANSWERS = 10;

/** Only the flow that asked may repeat, acknowledge or take back what it asked, whatever branch others know or guess. */
const keyOnFlow = (request: SipRequest, flow: FlowId, method?: string): string =>
  `${flow}|${serverKey(request, method)}`;

const branchOf = (clientKey: string): string => clientKey.slice(0, clientKey.indexOf('|'));

const quietHandler: ClientHandler = { response: nothing, timedOut: nothing, flowLost: nothing };

export type TransactionLayer = {
  receive(message: SipMessage, flow: FlowId): void;
  send(request: SipRequest, flow: FlowId, handler: ClientHandler): ClientTransaction;
  /** Sends what has no transaction, which is the ACK of a 2xx (RFC 3261 §16.11). */
  sendOutside(request: SipRequest, flow: FlowId): void;
  /**
   * Whether a request on that flow waits for this answer, before it is received. Each time counts: a request waits for
   * few provisional answers and one final.
   */
  admit(response: SipResponse, flow: FlowId): boolean;
  flowLost(flow: FlowId): void;
  counts(): { readonly client: number; readonly server: number };
  /** Forgets everything without a word. */
  close(): void;
};

export function createTransactionLayer(options: TransactionLayerOptions): TransactionLayer {
  const { clock, handlers, sentBy } = options;
  const servers = new Map<string, Server>();
  const clients = new Map<string, Client>();

  const startTimer = (run: () => void): (() => void) => clock.setTimer(TRANSACTION_TIMEOUT_MS, run);

  function stepServerOf(key: string, server: Server, event: ServerEvent): void {
    const isInvite = server.transaction.request.method === 'INVITE';
    const { state, effects } = stepServer(server.state, event, isInvite);
    server.state = state;
    for (const effect of effects) {
      if (effect.do === 'send') {
        server.last = effect.response;
        options.send(effect.response, server.transaction.flow);
      } else if (effect.do === 'sendLast') {
        if (server.last !== undefined) options.send(server.last, server.transaction.flow);
      } else if (effect.do === 'startTimer') {
        server.stopTimer = startTimer(() => stepServerOf(key, server, { type: 'timerFired' }));
      } else server.stopTimer();
    }
    if (state === 'terminated') servers.delete(key);
  }

  function openServer(request: SipRequest, flow: FlowId): Server {
    const key = keyOnFlow(request, flow);
    const server: Server = {
      state: 'proceeding',
      last: undefined,
      stopTimer: nothing,
      transaction: {
        request,
        flow,
        respond: (response) => stepServerOf(key, server, { type: 'respond', response }),
        onCancel: undefined,
        onFlowLost: undefined,
      },
    };
    servers.set(key, server);
    return server;
  }

  function receiveCancel(cancel: SipRequest, flow: FlowId): void {
    const invite = servers.get(keyOnFlow(cancel, flow, 'INVITE'));
    const { transaction } = openServer(cancel, flow);
    // Every final answer has a tag; that of the INVITE's own answers when there is one (RFC 3261 §8.2.6.2, §9.2).
    const toTag = tagOf(invite?.last && header(invite.last, 'To')) ?? options.createBranch();
    if (invite === undefined) {
      transaction.respond(createResponse(cancel, 481, { toTag }));
      return;
    }
    transaction.respond(createResponse(cancel, 200, { toTag }));
    if (invite.state === 'proceeding') invite.transaction.onCancel?.(cancel);
  }

  function receiveRequest(request: SipRequest, flow: FlowId): void {
    const key = keyOnFlow(request, flow);
    const known = servers.get(key);
    if (request.method === 'ACK') {
      if (known !== undefined && known.state !== 'accepted')
        stepServerOf(key, known, { type: 'ackReceived' });
      else handlers.ack(request, flow);
    } else if (known !== undefined) stepServerOf(key, known, { type: 'requestRepeated' });
    else if (request.method === 'CANCEL') receiveCancel(request, flow);
    else handlers.request(openServer(request, flow).transaction);
  }

  function stepClientOf(key: string, client: Client, event: ClientEvent): void {
    const { state, effects } = stepClient(client.state, event, client.request.method === 'INVITE');
    client.state = state;
    if (state === 'terminated') clients.delete(key);
    for (const effect of effects) {
      if (effect.do === 'pass') client.handler.response(withoutFirst(effect.response, 'Via'));
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

  function startClientTimer(key: string, client: Client): void {
    client.stopTimer = startTimer(() => stepClientOf(key, client, { type: 'timerFired' }));
  }

  function sendCancel(key: string, client: Client): void {
    const cancel = createCancel(client.request, client.cancelHeaders);
    openClient(`${branchOf(key)}|CANCEL`, cancel, client.flow, quietHandler);
  }

  function openClient(key: string, request: SipRequest, flow: FlowId, handler: ClientHandler): Client {
    const client: Client = {
      request,
      flow,
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
    receive(message, flow) {
      if (message.kind === 'request') {
        receiveRequest(message, flow);
        return;
      }
      const key = clientKey(message);
      const client = clients.get(key);
      if (client === undefined) handlers.strayResponse(message, flow);
      // Nobody but the one who was asked may answer.
      else if (client.flow === flow) stepClientOf(key, client, { type: 'response', response: message });
    },
    send(request, flow, handler) {
      const branch = newBranch();
      const key = `${branch}|${request.method}`;
      const client = openClient(key, prependHeader(request, 'Via', viaWith(branch)), flow, handler);
      return {
        cancel: (extra) => {
          // Only the first CANCEL goes out, so only its header fields count.
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
      // Chosen first: those who hear of the loss may open others meanwhile.
      const lostClients = [...clients].filter(([, client]) => client.flow === flow);
      const lostServers = [...servers].filter(([, server]) => server.transaction.flow === flow);
      for (const [key, client] of lostClients) stepClientOf(key, client, { type: 'flowLost' });
      for (const [key, server] of lostServers) {
        servers.delete(key);
        server.stopTimer();
        const wasOpen = server.state === 'proceeding';
        server.state = 'terminated';
        if (wasOpen) server.transaction.onFlowLost?.();
      }
    },
    counts: () => ({ client: clients.size, server: servers.size }),
    close() {
      for (const { stopTimer } of clients.values()) stopTimer();
      for (const { stopTimer } of servers.values()) stopTimer();
      clients.clear();
      servers.clear();
    },
  };
}
