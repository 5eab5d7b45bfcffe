import type { Header, SipRequest, SipResponse } from '../message.ts';
import { prependHeader, withoutFirst } from '../message.ts';
import { MAGIC_COOKIE } from '../via.ts';
import type { ClientEvent, ClientState } from './client-machine.ts';
import { stepClient } from './client-machine.ts';
import { clientKey } from './key.ts';
import { createAck, createCancel, withoutRest } from './requests.ts';
import type { Reservations, SharedReservation } from './reservations.ts';
import { TRANSACTION_TIMEOUT_MS } from './timers.ts';
import type {
  ClientHandler,
  ClientTransaction,
  FlowId,
  Received,
  TransactionLayerOptions,
} from './transaction.ts';

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

const branchOf = (clientKey: string): string => clientKey.slice(0, clientKey.indexOf('|'));

/** The handler for a request whose outcome does not matter. */
export const ignoreOutcome: ClientHandler = { response: nothing, timedOut: nothing, flowLost: nothing };

/** The transactions of the requests that this element has sent (RFC 3261 §17.1). */
export type ClientTransactions = {
  readonly send: (request: SipRequest, flow: FlowId, handler: ClientHandler) => ClientTransaction;
  /** Sends a request without a transaction: the ACK of a 2xx (RFC 3261 §16.11). */
  readonly sendOutside: (request: SipRequest, flow: FlowId) => void;
  /** Whether a request on that flow still accepts this answer; each call counts. */
  readonly admit: (response: SipResponse, flow: FlowId) => boolean;
  receive(response: SipResponse, flow: FlowId): Received | undefined;
  /** Selects the transactions of a lost flow. @returns a function that ends them */
  select(lost: FlowId): () => void;
  count(): number;
  /** Drops all transactions without sending anything. */
  close(): void;
};

export function createClientTransactions(
  options: Pick<TransactionLayerOptions, 'clock' | 'send' | 'createBranch' | 'sentBy'>,
  reservations: Reservations,
): ClientTransactions {
  const { clock, sentBy } = options;
  const clients = new Map<string, Client>();

  function stepClientOf(key: string, client: Client, event: ClientEvent): void {
    const { state, effects } = stepClient(client.state, event, client.request.method === 'INVITE');
    client.state = state;
    if (state === 'terminated' && clients.delete(key)) reservations.release(client.shared);
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
    if (response.status >= 300) reservations.keep(client.shared, response);
    client.handler.response(withoutFirst(response, 'Via'));
  }

  function startClientTimer(key: string, client: Client): void {
    client.stopTimer = clock.setTimer(TRANSACTION_TIMEOUT_MS, () =>
      stepClientOf(key, client, { type: 'timerFired' }),
    );
  }

  function sendCancel(key: string, client: Client): void {
    const cancel = createCancel(client.request, client.cancelHeaders);
    openClient(`${branchOf(key)}|CANCEL`, cancel, client.flow, ignoreOutcome);
  }

  function openClient(key: string, request: SipRequest, flow: FlowId, handler: ClientHandler): Client {
    const client: Client = {
      request: withoutRest(request),
      flow,
      shared: reservations.share(handler.cause),
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
    receive(response, flow) {
      const key = clientKey(response);
      const client = clients.get(key);
      if (client === undefined) return { kind: 'strayResponse', response };
      // Only the flow that got the request may answer it.
      if (client.flow === flow) stepClientOf(key, client, { type: 'response', response });
      return undefined;
    },
    select(lost) {
      const selected = [...clients].filter(([, client]) => client.flow === lost);
      return () => {
        for (const [key, client] of selected) stepClientOf(key, client, { type: 'flowLost' });
      };
    },
    count: () => clients.size,
    close() {
      for (const { stopTimer, shared } of clients.values()) {
        stopTimer();
        reservations.release(shared);
      }
      clients.clear();
    },
  };
}
