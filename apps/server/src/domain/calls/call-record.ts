import type { CallEnding, MediaKind } from './call-outcome.ts';

/**
 * How a recorded call ended: as `CallEnding` says; not answered; or unknown, because the server was killed
 * while it went on.
 */
export type RecordedEnding = CallEnding | 'notAnswered' | 'lost';

/** What is stored about one call. It never holds text, names or network addresses. */
export type CallRecord = {
  readonly id: string;
  /** Call-ID of the first INVITE. */
  readonly callId: string;
  /** Addresses in lower case; empty when the account has been removed, or when none was called. */
  readonly caller: string;
  readonly callee: string;
  /** Milliseconds since the epoch. */
  readonly beganAt: number;
  readonly answeredAt: number | undefined;
  /** undefined = the call goes on. */
  readonly endedAt: number | undefined;
  /** Final SIP status of the INVITE; undefined = there was none yet. */
  readonly status: number | undefined;
  readonly ending: RecordedEnding | undefined;
  readonly offered: readonly MediaKind[];
  /** All kinds that both ends have agreed on during the call. */
  readonly used: readonly MediaKind[];
};

/** A record with the organisations that its two accounts had when the call began. */
export type ListedCallRecord = CallRecord & {
  readonly callerOrganisation: number | undefined;
  readonly calleeOrganisation: number | undefined;
};
