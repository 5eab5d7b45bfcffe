import type { Expulsion } from '../domain/expulsion.ts';
import type { ServerAddress } from '../network/server-address.ts';
import type { SipUser } from './sip-directory.ts';

/** One WebSocket as the SIP element sees it. */
export type FlowConnection = {
  /** What the client has connected to: Record-Route names it (RFC 3261 §16.6 step 4). */
  readonly serverAddress: ServerAddress;
  /** Of the other end, for the log. */
  readonly remoteAddress: string;
  send(text: string): void;
  /** Closes with a WebSocket code and a reason. */
  close(code: number, reason: string): void;
  /** Cuts it off at once, without a word and without waiting for one. */
  terminate(): void;
  /** The other end has proved an account; a server agent is one of this process, and has no limits. Once at most. */
  proved(as: 'user' | 'serverAgent'): void;
  /** Stops and goes on reading; what is not read waits at the other end. */
  setReading(isReading: boolean): void;
};

export type Flow = {
  /** Unguessable; part of Record-Route tokens. */
  readonly id: string;
  readonly connection: FlowConnection;
  /** Who has proved to be at the other end. */
  user: SipUser | undefined;
  /** Everybody who has proved to be at the other end, be it for one request only. */
  readonly provenUsernames: Set<string>;
  /** Every session whose secret has been proved at the other end, likewise. */
  readonly provenSessions: Set<string>;
  /** ACKs that answers to its calls ask for and that have not come yet. */
  owedAcks: number;
  /** Answers that cannot be read and do not count, because requests of others may have provoked them. */
  brokenAnswersLeft: number;
  /** Its session has ended: it is closed as soon as no call goes over it, and begins nothing new (decision D40). */
  isLeaving: boolean;
  /** This end is closing it; whatever it still brings counts for nothing. */
  isCutOff: boolean;
  /** The connection is gone; whoever waited for something on its behalf stops there. */
  isLost: boolean;
};

/** Whether the account or the session has proved to be at the other end. */
export const hasProved = (flow: Flow, expelled: Expulsion): boolean =>
  'username' in expelled
    ? flow.provenUsernames.has(expelled.username)
    : flow.provenSessions.has(expelled.sessionId);

/** What the listener tells the element about one connection. */
export type FlowHandler = {
  receive(text: string): void;
  closed(): void;
};
