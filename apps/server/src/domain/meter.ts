import type { CallEnding, CallKind, CallOutcome } from './calls/call-outcome.ts';
import { nothing } from './nothing.ts';

/** A limit that has refused something. */
export const LIMIT_NAMES = [
  'http_requests',
  'anonymous_sessions',
  'connections',
  'connections_per_address',
  'sip_connections',
  'sip_messages',
  'sip_memory',
  'calls',
  'requests_to_one',
  'requests_in_call',
  'call_records',
  'subscriptions',
  'text_gateway',
] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];

export const TEXT_OUTCOMES = ['delivered', 'refused', 'timedOut'] as const;
/** What the server knows of a text in a MESSAGE inside a call. */
export type TextOutcome = (typeof TEXT_OUTCOMES)[number];

/**
 * What became of a text between a user and a phone with text over RTP (decision D94). To the phone: sent, not sent. From
 * the phone: read, replaced by redundancy, lost; and packets that were not read, and text for which there was no room.
 */
export const GATEWAY_TEXTS = [
  'sent',
  'unsent',
  'read',
  'recovered',
  'missing',
  'ignored',
  'dropped',
] as const;
export type GatewayText = (typeof GATEWAY_TEXTS)[number];

export const MAIL_OUTCOMES = ['sent', 'failed'] as const;
export const PUSH_OUTCOMES = ['accepted', 'ended', 'refused', 'failed'] as const;

/**
 * Counts what the server does. The functions are called for each message and request, so each must be cheap. No value
 * names a user or an address.
 */
export type Meter = {
  /** A response was sent to a client. */
  sipResponded(method: string, status: number): void;
  /** A text inside a call got its final response after this time. */
  textPassed(outcome: TextOutcome, delayMs: number): void;
  httpAnswered(answer: {
    readonly method: string;
    /** The pattern of the route; undefined = none matched. */
    readonly route: string | undefined;
    readonly status: number;
    /** undefined = the answer is a stream, whose length says nothing. */
    readonly ms: number | undefined;
  }): void;
  refused(limit: LimitName): void;
  callRang(afterMs: number): void;
  callSetUp(kind: CallKind, outcome: CallOutcome, afterMs: number): void;
  callEnded(kind: CallKind, ending: CallEnding, lengthMs: number): void;
  messageLeft(): void;
  gatewayText(what: GatewayText): void;
  mailDelivered(outcome: (typeof MAIL_OUTCOMES)[number]): void;
  pushed(outcome: (typeof PUSH_OUTCOMES)[number]): void;
  logged(level: 'warn' | 'error', event: string): void;
};

/** Counts nothing. */
export const NO_METER: Meter = {
  sipResponded: nothing,
  textPassed: nothing,
  httpAnswered: nothing,
  refused: nothing,
  callRang: nothing,
  callSetUp: nothing,
  callEnded: nothing,
  messageLeft: nothing,
  gatewayText: nothing,
  mailDelivered: nothing,
  pushed: nothing,
  logged: nothing,
};
