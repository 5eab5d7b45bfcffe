import type { Header, SipMessage, SipRequest, SipResponse } from '../message.ts';
import type { Clock } from './timers.ts';

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
