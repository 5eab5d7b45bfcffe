import * as z from 'zod/mini';
import { CONNECTION_LIMITS, DEFAULT_LIMITS, type OperatorLimits } from '../domain/limits/limits.ts';
import { wholeNumber } from './config-fields.ts';

const MB = 1_000_000;

const whole = (least: number, most: number, initial: number) => z._default(wholeNumber(least, most), initial);

/** The limits that an operator may set (`docs/operating.md`, Limits). */
export const limitFields = {
  LIMIT_ANONYMOUS_SESSIONS: whole(0, 1_000_000, DEFAULT_LIMITS.anonymousSessions),
  LIMIT_ANONYMOUS_SESSIONS_PER_ADDRESS: whole(0, 1_000_000, DEFAULT_LIMITS.anonymousSessionsPerAddress),
  LIMIT_ANONYMOUS_CALLS: whole(0, 1_000_000, DEFAULT_LIMITS.anonymousCalls),
  LIMIT_ANONYMOUS_CALLS_PER_ADDRESS: whole(0, 1_000_000, DEFAULT_LIMITS.anonymousCallsPerAddress),
  LIMIT_HISTORY_MB: whole(1, 1_000_000, DEFAULT_LIMITS.historyBytes / MB),
  LIMIT_ANONYMOUS_HISTORY_MB: whole(0, 1_000_000, DEFAULT_LIMITS.anonymousHistoryBytes / MB),
  LIMIT_CONNECTIONS: whole(10, 1_000_000, DEFAULT_LIMITS.connections),
  LIMIT_CONNECTIONS_PER_ADDRESS: whole(1, 1_000_000, DEFAULT_LIMITS.connectionsPerAddress),
  LIMIT_WAITING_MAILS: whole(1, 1_000_000, DEFAULT_LIMITS.waitingMails),
  LIMIT_SIP_CONNECTIONS: whole(1, 1_000_000, CONNECTION_LIMITS.inAll),
  LIMIT_SIP_CONNECTIONS_PER_ADDRESS: whole(1, 1_000_000, CONNECTION_LIMITS.perAddress),
  LIMIT_SIP_UNPROVEN: whole(1, 1_000_000, CONNECTION_LIMITS.unprovenInAll),
  LIMIT_SIP_UNPROVEN_PER_ADDRESS: whole(1, 1_000_000, CONNECTION_LIMITS.unprovenPerAddress),
  // A login over a slow network takes several seconds.
  LIMIT_SIP_UNPROVEN_SECONDS: z._default(wholeNumber(10, 3600, 'seconds'), CONNECTION_LIMITS.unprovenSeconds),
  LIMIT_SIP_UNREAD_MB: z._default(wholeNumber(1, 100_000, 'megabytes'), CONNECTION_LIMITS.unreadMb),
  LIMIT_MAILBOX_CALLS: whole(1, 10_000, DEFAULT_LIMITS.mailboxCalls),
  // At least 2, the length of one call; at most 120 minutes in an hour, as a caller has at most two calls at
  // a time.
  LIMIT_MAILBOX_MINUTES: whole(2, 120, DEFAULT_LIMITS.mailboxMinutes),
  LIMIT_MEDIA_CALLS: z.optional(wholeNumber(0, 1_000)),
  LIMIT_TEXT_GATEWAY_CALLS: whole(1, 10_000, DEFAULT_LIMITS.textGatewayCalls),
  LIMIT_STUN_ANSWERS: whole(100, 1_000_000, DEFAULT_LIMITS.stunAnswers),
};

type Read = z.infer<z.ZodMiniObject<typeof limitFields>>;

export const limitsOf = (read: Read): OperatorLimits => ({
  anonymousSessions: read.LIMIT_ANONYMOUS_SESSIONS,
  anonymousSessionsPerAddress: read.LIMIT_ANONYMOUS_SESSIONS_PER_ADDRESS,
  anonymousCalls: read.LIMIT_ANONYMOUS_CALLS,
  anonymousCallsPerAddress: read.LIMIT_ANONYMOUS_CALLS_PER_ADDRESS,
  historyBytes: read.LIMIT_HISTORY_MB * MB,
  anonymousHistoryBytes: read.LIMIT_ANONYMOUS_HISTORY_MB * MB,
  connections: read.LIMIT_CONNECTIONS,
  connectionsPerAddress: read.LIMIT_CONNECTIONS_PER_ADDRESS,
  waitingMails: read.LIMIT_WAITING_MAILS,
  sipConnections: {
    inAll: read.LIMIT_SIP_CONNECTIONS,
    perAddress: read.LIMIT_SIP_CONNECTIONS_PER_ADDRESS,
    unprovenInAll: read.LIMIT_SIP_UNPROVEN,
    unprovenPerAddress: read.LIMIT_SIP_UNPROVEN_PER_ADDRESS,
    unprovenSeconds: read.LIMIT_SIP_UNPROVEN_SECONDS,
    unreadMb: read.LIMIT_SIP_UNREAD_MB,
  },
  mailboxCalls: read.LIMIT_MAILBOX_CALLS,
  mailboxMinutes: read.LIMIT_MAILBOX_MINUTES,
  mediaCalls: read.LIMIT_MEDIA_CALLS,
  textGatewayCalls: read.LIMIT_TEXT_GATEWAY_CALLS,
  stunAnswers: read.LIMIT_STUN_ANSWERS,
});
