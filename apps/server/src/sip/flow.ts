import type { Revocation } from '../domain/accounts/revocation.ts';
import type { CallDevice } from '../domain/saved-dialog.ts';
import type { ServerAddress } from '../network/server-address.ts';
import type { MessageAllowance } from './message-allowance.ts';
import { createMessageAllowance } from './message-allowance.ts';
import type { SipUser } from './sip-directory.ts';

/** One WebSocket connection as the SIP server uses it. */
export type FlowConnection = {
  /** The address to which the client connected; Record-Route names it (RFC 3261 §16.6 step 4). */
  readonly serverAddress: ServerAddress;
  /** Address of the peer, for the log and the limits. */
  readonly remoteAddress: string;
  send(text: string): void;
  /** Closes with a WebSocket code and a reason. */
  close(code: number, reason: string): void;
  /** Ends the connection immediately, without a closing handshake. */
  terminate(): void;
  /**
   * Called when the peer has authenticated, at most once. Server agents run in this process, without limits.
   */
  proved(as: 'user' | 'serverAgent'): void;
  /** Pauses and resumes reading; unread data waits at the peer. */
  setReading(isReading: boolean): void;
};

export const isSameDevice = (one: CallDevice, other: CallDevice | undefined): boolean =>
  one.username === other?.username && one.sessionId === other.sessionId && one.instance === other.instance;

export type Flow = {
  /** Unguessable. Identifies the flow in the transaction layer and in the log. */
  readonly id: string;
  readonly connection: FlowConnection;
  /**
   * The device that has registered on this flow; undefined = none, or one without `+sip.instance`. A call of
   * this device can go on over another flow of the same device (decision D80).
   */
  device: CallDevice | undefined;
  /** The user whose REGISTER has authenticated on this flow; kept when the binding is refused or removed. */
  user: SipUser | undefined;
  /** All usernames that have authenticated on this flow, even for a single request. */
  readonly provenUsernames: Set<string>;
  /** All sessions whose secret has authenticated on this flow, even for a single request. */
  readonly provenSessions: Set<string>;
  /** Counts what the peer may still send. */
  readonly allowance: MessageAllowance;
  /** The session has ended: the flow starts no new call, and is closed after its last call (decision D40). */
  isLeaving: boolean;
  /** The server is closing the connection; messages that still arrive are ignored. */
  isCutOff: boolean;
  /** The connection is lost; pending work for it stops. */
  isLost: boolean;
};

/**
 * Creates the flow of a new connection, whose peer has not authenticated yet.
 * @param elapsedMs monotonic milliseconds
 */
export const createFlow = (id: string, connection: FlowConnection, elapsedMs: () => number): Flow => ({
  id,
  connection,
  device: undefined,
  user: undefined,
  provenUsernames: new Set(),
  provenSessions: new Set(),
  allowance: createMessageAllowance(elapsedMs),
  isLeaving: false,
  isCutOff: false,
  isLost: false,
});

/** The username of a flow's account; undefined = no account has authenticated on the flow yet. */
export const accountOf = ({ user, provenUsernames }: Flow): string | undefined =>
  user?.username ?? provenUsernames.values().next().value;

export const isUnproven = (flow: Flow): boolean => accountOf(flow) === undefined;

/** Whether a server agent has registered on the flow. It serves many callers, so it has no limits. */
export const isOfServerAgent = ({ user }: Flow): boolean => user?.isServerAgent === true;

/** Whether the revoked account or session has authenticated on this flow. */
export const hasProved = (flow: Flow, revocation: Revocation): boolean =>
  'username' in revocation
    ? flow.provenUsernames.has(revocation.username)
    : flow.provenSessions.has(revocation.sessionId);

/** Receives the events of one connection from the listener. */
export type FlowHandler = {
  receive(text: string): void;
  closed(): void;
};
