/**
 * The transaction layer of an element whose flows are WebSockets (RFC 3261 §17, RFC 7118). It owns every
 * transaction, adds and removes its own Via, absorbs retransmissions, answers CANCEL, and sends ACK for
 * refused INVITEs.
 *
 *   receive(message, flow)  →  `Received`: what the element itself must handle, such as a new request
 *   send(request, flow, on) →  on.response / on.timedOut / on.flowLost
 */
import type { SipMessage, SipRequest, SipResponse } from '../message.ts';
import { createClientTransactions } from './client-transactions.ts';
import { createReservations } from './reservations.ts';
import { createServerTransactions } from './server-transactions.ts';
import type {
  ClientHandler,
  ClientTransaction,
  FlowId,
  Received,
  TransactionLayerOptions,
} from './transaction.ts';

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
  const reservations = createReservations(options);
  const servers = createServerTransactions(options, reservations);
  const clients = createClientTransactions(options, reservations);
  return {
    receive: (message, flow) =>
      message.kind === 'request' ? servers.receive(message, flow) : clients.receive(message, flow),
    send: clients.send,
    sendOutside: clients.sendOutside,
    admit: clients.admit,
    flowLost(flow) {
      // The transactions are selected first, because the handlers called here may open new ones.
      const endClients = clients.select(flow);
      const endServers = servers.select(flow);
      endClients();
      endServers();
    },
    counts: () => ({ client: clients.count(), server: servers.count() }),
    close() {
      clients.close();
      servers.close();
    },
  };
}
