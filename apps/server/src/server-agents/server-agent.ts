import type { Clock } from '@samtal/sip';
import type { AgentLog } from './ports.ts';

/** The events of one call for a server agent. Bodies are as received and untrusted. */
export type AgentEvent =
  | ({ readonly type: 'invited' | 'reinvited' } & Offer)
  /** The ACK has arrived: text can be sent from now on. */
  | { readonly type: 'established' }
  /** T.140 characters, as in the body of one MESSAGE. */
  | { readonly type: 'textReceived'; readonly text: string }
  /**
   * The body of an INFO: digits or a position (SIP-04). `contentType` is in lower case, without parameters.
   */
  | { readonly type: 'infoReceived'; readonly contentType: string; readonly body: string }
  /** The caller has sent BYE; text that was sent before may still arrive until `takeAfter` is settled. */
  | { readonly type: 'hangingUp' }
  /**
   * The last event of every call. Of the effects that the agent returns, only `takeAfter` is carried out.
   * `cancelCause` is the SIP status in the Reason of the CANCEL that has ended the call (RFC 3326).
   */
  | { readonly type: 'ended'; readonly cancelCause?: number | undefined };

export type Offer = {
  /** undefined when the request has no SDP. */
  readonly offer: string | undefined;
  /** The location document in the request (RFC 6442 §3.1), as XML. */
  readonly position: string | undefined;
  /** Whether Allow names MESSAGE. */
  readonly allowsMessage: boolean;
  /** The values for the o-line of the answer. */
  readonly session: SdpSession;
};

export type SdpSession = {
  /** Decimal digits, the same during the whole call. */
  readonly id: string;
  /** Incremented with each answer (RFC 3264 §8). */
  readonly version: number;
};

/** An action that a server agent requests in its call. */
export type AgentEffect =
  | { readonly do: 'ring' }
  | { readonly do: 'answer'; readonly sdp: string }
  | { readonly do: 'refuse'; readonly status: number; readonly retryAfterSeconds?: number }
  | { readonly do: 'sendText'; readonly text: string }
  /**
   * In response to `textReceived`: the text is accepted when `stored` is fulfilled, and refused when it is
   * rejected. In response to `hangingUp` or `ended`: BYE is answered when `stored` is settled.
   */
  | { readonly do: 'takeAfter'; readonly stored: Promise<void> }
  | { readonly do: 'hangUp' };

/** The behaviour of a server agent in one call. An exception ends that call. */
export type ServerAgent = (event: AgentEvent) => readonly AgentEffect[];

/** The facts of a call for its server agent, and a way to act without an event. */
export type AgentCall = {
  readonly clock: Clock;
  readonly log: AgentLog;
  readonly callId: string;
  readonly caller: {
    /** `user@domain` in lower case; empty when From cannot be parsed. */
    readonly address: string;
    /** Display name as the caller wrote it; untrusted text. */
    readonly name: string | undefined;
  };
  /** Address of the original callee, if the call was diverted to this agent (RFC 5806). */
  readonly divertedFrom: string | undefined;
  /** The call was diverted because its callee does not want to be disturbed (RFC 5806, decision D86). */
  readonly isDoNotDisturb?: boolean;
  /**
   * Instances of the devices that an external SIP server has registered for `divertedFrom`, as UUIDs in lower
   * case; a phone without an instance is not named. undefined = none is registered, or the server does not tell,
   * as the embedded one.
   */
  readonly registered: readonly string[] | undefined;
  /** Carries out effects now, without an event; does nothing after the call has ended. */
  readonly act: (decide: () => readonly AgentEffect[]) => void;
};

/** Creates one `ServerAgent` for each call. */
export type CreateAgent = (call: AgentCall) => ServerAgent;
