import type { SipRequest, SipResponse } from '../message.ts';
import { header } from '../message.ts';
import { tagOf } from '../name-addr.ts';
import { createResponse } from '../response.ts';
import { serverKey } from './key.ts';
import type { Reservations, SharedReservation } from './reservations.ts';
import type { ServerEvent, ServerState } from './server-machine.ts';
import { stepServer } from './server-machine.ts';
import { TRANSACTION_TIMEOUT_MS } from './timers.ts';
import type { FlowId, Received, ServerTransaction, TransactionLayerOptions } from './transaction.ts';

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

/**
 * The key of a server transaction. It includes the flow: only the flow that sent a request may retransmit,
 * acknowledge or cancel it; knowing its branch is not enough.
 */
const keyOnFlow = (request: SipRequest, flow: FlowId, method?: string): string =>
  `${flow}|${serverKey(request, method)}`;

/** The transactions of the requests that this element has received (RFC 3261 §17.2). */
export type ServerTransactions = {
  receive(request: SipRequest, flow: FlowId): Received | undefined;
  /** Selects the transactions of a lost flow. @returns a function that ends them */
  select(lost: FlowId): () => void;
  count(): number;
  /** Drops all transactions without sending anything. */
  close(): void;
};

export function createServerTransactions(
  options: Pick<TransactionLayerOptions, 'clock' | 'send' | 'createBranch' | 'isStateless'>,
  reservations: Reservations,
): ServerTransactions {
  const { clock } = options;
  const servers = new Map<string, Server>();

  function endServer(key: string, server: Server): void {
    if (!servers.delete(key)) return;
    server.state = 'terminated';
    server.transaction = undefined;
    server.stopTimer();
    reservations.release(server.shared);
  }

  function stepServerOf(key: string, server: Server, event: ServerEvent): void {
    const { state, effects } = stepServer(server.state, event, server.isInvite);
    server.state = state;
    if (state !== 'proceeding') server.transaction = undefined;
    for (const effect of effects) {
      if (effect.do === 'send') {
        server.toTag = tagOf(header(effect.response, 'To'));
        const kept = state === 'accepted' ? undefined : effect.response;
        reservations.keep(server.shared, kept, server.last);
        server.last = kept;
        options.send(effect.response, server.flow);
      } else if (effect.do === 'sendLast') {
        if (server.last !== undefined) options.send(server.last, server.flow);
      } else if (effect.do === 'startTimer') {
        server.stopTimer = clock.setTimer(TRANSACTION_TIMEOUT_MS, () =>
          stepServerOf(key, server, { type: 'timerFired' }),
        );
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
  function openServer(key: string, request: SipRequest, flow: FlowId): ServerTransaction | undefined {
    const shared = reservations.open(request, flow);
    if (shared === undefined) return undefined;
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
      shared,
      transaction,
      state: 'proceeding',
      last: undefined,
      toTag: undefined,
      stopTimer: () => undefined,
    };
    reservations.assign(transaction, shared);
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

  return {
    receive(request, flow) {
      const key = keyOnFlow(request, flow);
      const known = servers.get(key);
      if (request.method === 'ACK') {
        if (known === undefined || known.state === 'accepted') return { kind: 'ack', request };
        stepServerOf(key, known, { type: 'ackReceived' });
      } else if (known !== undefined) stepServerOf(key, known, { type: 'requestRepeated' });
      else if (request.method === 'CANCEL') receiveCancel(request, flow);
      else {
        const transaction = openServer(key, request, flow);
        return transaction === undefined ? { kind: 'overload', request } : { kind: 'request', transaction };
      }
      return undefined;
    },
    select(lost) {
      const selected = [...servers].filter(([, server]) => server.flow === lost);
      return () => {
        for (const [key, server] of selected) {
          const { transaction } = server;
          endServer(key, server);
          transaction?.onFlowLost?.();
        }
      };
    },
    count: () => servers.size,
    close() {
      for (const [key, server] of servers) endServer(key, server);
    },
  };
}
