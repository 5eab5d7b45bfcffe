/**
 * Every limit of the server: queues, tables, workers, requests. Times are in milliseconds unless a comment
 * says otherwise. `docs/operating.md` lists the limits that operators meet.
 */

/** How long a call rings, in milliseconds. */
const RING_MS = 30_000;

/** SIP requests, calls and registrations. */
export const SIP_LIMITS = {
  /** */
  bindingsPerAddress: 10,
  /** Characters of a Contact URI and of its instance ID: a response to REGISTER lists up to ten of them. */
  contactLength: 512,
  instanceLength: 128,
  /**
   * Seconds a binding may live: minimum, maximum, and default without a requested time (REG-01). An
   * unreadable time requests the maximum.
   */
  minExpires: 60,
  maxExpires: 3600,
  defaultExpires: 600,
  /** Calls that ring or are open at a time: in all, and started by one account; more are answered 503. */
  calls: 20_000,
  callsPerAccount: 100,
  /** The same for anonymous callers: in all, and from one network (an IPv4 address, or an IPv6 /64). */
  anonymousCalls: 200,
  anonymousCallsPerNetwork: 20,
  /** Ringing ends after this time. */
  ringMs: RING_MS,
  /**
   * Messages that one flow may send, without responses to requests of others: burst, and rate per second. No
   * honest phone comes near this.
   */
  messages: { burst: 200, perSecond: 50 },
  /** Of these, calls and messages of one account to one address, outside a dialog. */
  requestsToOne: { burst: 50, perSecond: 10 },
  /** The same for anonymous callers: from one network to any address, and from all of them to one address. */
  anonymousRequestsPerNetwork: { burst: 30, perSecond: 2 },
  anonymousRequestsToOne: { burst: 50, perSecond: 5 },
  /**
   * Requests of one side of a dialog; text is sent at most four times a second (decision D11). BYE always
   * passes.
   */
  requestsInDialog: { burst: 100, perSecond: 20 },
  /** Early dialogs that a callee may open with one INVITE. */
  dialogsPerBranch: 6,
  /** Unreadable responses that are not counted: for each request sent to the connection, and at most. */
  brokenAnswers: { perRequest: 3, most: 1000 },
  /** Unreadable messages after which a flow is closed. */
  badMessages: 20,
  /** Messages of a flow that has not proved an account yet: burst, and rate per second. */
  unprovenMessages: { burst: 10, perSecond: 2 },
  /** Bytes of messages in progress or queued for an unproven flow; beyond this it is disconnected. */
  unprovenWaitingBytes: 24 * 1024,
  /**
   * At `pause` the server stops reading the connection; data already on its way may reach `cut`, then it is
   * closed.
   */
  waitingBytes: { pause: 64 * 1024, cut: 512 * 1024 },
  /** Estimated memory of a message beside its characters. */
  messageOverheadBytes: 512,
  /**
   * Megabytes for the open requests of all accounts, and the share of the free part that one account gets;
   * more requests are answered 503.
   */
  requestMemoryMb: 64,
  requestMemoryShare: 1 / 8,
  /** Seconds after which a client may repeat a request that was answered 503 for this reason. */
  retryAfter: 10,
} as const;

/** SIP connections. The memory of one unproven connection times their number must fit into the machine. */
export const CONNECTION_LIMITS = {
  /** Connections in all, and from one address. */
  inAll: 5_000,
  perAddress: 500,
  /** Connections among them that have not proved an account; a new one replaces the oldest. */
  unprovenInAll: 1_000,
  unprovenPerAddress: 50,
  /** New connections from one address: burst, and rate per second. */
  openings: { burst: 100, perSecond: 20 },
  /** Seconds within which a connection must prove an account. */
  unprovenSeconds: 60,
  /** Seconds after which a refused client may reconnect. */
  retryAfter: 10,
  /** Bytes of one message. */
  messageBytes: 64 * 1024,
  unprovenMessageBytes: 16 * 1024,
  /**
   * Bytes that an unproven connection may send in one burst, with an overhead for each piece that the network
   * delivers.
   */
  unprovenIncomingBytes: 24 * 1024,
  chunkOverheadBytes: 256,
  /** Pieces of one message: WebSocket frames, and reads from the socket. */
  fragments: 64,
  chunks: 256,
  /** Frames without a SIP message (keep-alives, pings, pongs, white space): burst, and rate per second. */
  idleFrames: { burst: 60, perSecond: 2 },
  /** Bytes that wait for a peer to read them. At half of this the server stops reading from a proven peer. */
  unreadBytes: 1024 * 1024,
  unprovenUnreadBytes: 16 * 1024,
  /** The same for all proven connections together, in megabytes, and the share of the free part for one. */
  unreadMb: 64,
  unreadShare: 1 / 8,
  /** Estimated memory of a waiting frame beside its bytes. */
  frameOverheadBytes: 512,
  /** Log lines about refused and ended connections: burst, and rate per second; others are only counted. */
  logLines: { burst: 50, perSecond: 2 },
  /** Interval of pings on a silent connection; one that does not respond before the next ping is closed. */
  pingMs: 30_000,
  /**
   * Time for the other end to complete a close. A client out of coverage never does and would delay a
   * shutdown.
   */
  closeMs: 2_000,
  /** The same for a connection that broke a limit: the server reads it no longer. */
  refusedMs: 500,
} as const;

/** SIP secrets of one account (decision D48). */
export const SIP_SECRET_LIMITS = {
  /** Phones without a browser, each with a secret made by the operator. */
  devicesPerAccount: 10,
  /** Secrets tried for one request: all that an account can have, of ten sessions and its devices. */
  perRequest: 20,
} as const;

/** SIP user agents inside the server: mailbox, echo and others. One caller must not block other callers. */
export const AGENT_LIMITS = {
  /** Calls of one agent at a time; for the mailbox, LIMIT_MAILBOX_CALLS may set another number. */
  calls: 50,
  mailboxCalls: 200,
  /** Of these, calls from one caller, and calls that were meant for one callee. */
  callsPerCaller: 2,
  callsPerCallee: 4,
  /**
   * Callers without an account together get this fraction (1/n), because identities cost them nothing
   * (A-035).
   */
  anonymousShare: 4,
  /** Seconds after which a refused caller may try again. */
  retryAfterSeconds: 60,
  /** Bytes of the caller's From, Contact and Record-Route, which each request of the agent repeats. */
  dialogBytes: 2048,
  /** A call that an agent does not answer within this time gets 408 (decision D28). */
  ringMs: RING_MS,
  /** How long and how much a caller may write to a mailbox. */
  mailboxMs: 120_000,
  /**
   * Mailbox minutes per caller and hour, unless LIMIT_MAILBOX_MINUTES is set. All callers without an account
   * count as one caller for each callee. A call counts as `mailboxLeastMs` at least.
   */
  mailboxMinutes: 10,
  mailboxLeastMs: 10_000,
  /** Callers whose mailbox time is remembered. */
  mailboxCallers: 10_000,
  mailboxLength: 10_000,
  /** Remembered positions (the newest are kept), in all and from one caller. */
  positions: 100,
  positionsPerCaller: 10,
  /**
   * Calls of all agents with a WebRTC stack, each with its own thread, unless LIMIT_MEDIA_CALLS is set: per
   * core, and as many as fit into a quarter of the memory.
   */
  mediaCallsPerCore: 8,
  mediaCallsAtLeast: 4,
  mediaCallsAtMost: 64,
  mediaMemoryShare: 4,
  mediaThreadMb: 40,
  /** Of these, calls of one caller; callers without an account together get this fraction (1/n). */
  mediaCallsPerCaller: 2,
  mediaAnonymousShare: 3,
  /** Megabytes of heap of such a thread, and of its young generation: a small one saves memory per thread. */
  mediaHeapMb: 96,
  mediaYoungHeapMb: 4,
  /**
   * A thread that does not respond for `mediaAliveMs` is terminated; one that receives nothing for
   * `mediaIdleMs` is ended.
   */
  mediaAliveMs: 20_000,
  mediaIdleMs: 60_000,
  /** Time for a stack to create its answer, and to get connected. */
  mediaAnswerMs: 10_000,
  mediaConnectMs: 30_000,
  /** Text waits this long for its data channel; then it goes by MESSAGE where that is possible. */
  channelOpenMs: 5_000,
  /** Time after BYE in which text may still arrive over a data channel. */
  lateTextMs: 200,
  /** Far above the packet rate of a camera and a microphone. */
  mediaPacketsPerSecond: 3_000,
  /** Characters of an offer, and number of its media sections. */
  offerLength: 32_768,
  sections: 16,
  bodyParts: 8,
  callMs: 3_600_000,
  /** Twice the rate of the fastest sender under decision D11, and a reserve for bursts after a delay. */
  textsPerSecond: 20,
  /** Bytes in one MESSAGE (RFC 3428 §8). */
  textBytes: 1300,
  /** UTF-16 units of text that wait until they may be sent, and texts that wait for their data channel. */
  waitingLength: 25_000,
  waitingTexts: 100,
  /** Bytes in one SIP message. */
  messageBytes: 64 * 1024,
  /** Requested lifetime of a registration in seconds. */
  expires: 600,
  firstRetryMs: 1_000,
  longestRetryMs: 60_000,
  connectMs: 10_000,
  /** Time for the other end to complete the close of a connection. */
  closeMs: 2_000,
} as const;

/**
 * Answers to STUN requests, so that forged sources cannot make this server flood a third host (RFC 8489
 * §16.1.5).
 */
export const STUN_LIMITS = {
  /** Bytes of a request: an honest one is far smaller; this size fits one Ethernet frame. */
  requestBytes: 1500,
  windowMs: 1_000,
  /**
   * Answers to one source in a window, by the key of `network/subnet-of.ts`: a browser that gathers
   * candidates sends a few requests, an office behind one address some more. The counters have 16 bits.
   */
  answersPerSource: 100,
  /** Answers to all sources together per second, unless LIMIT_STUN_ANSWERS is set. */
  answersPerSecond: 30_000,
  /** Each source is counted once in each row: a fixed 128 KiB for any number of sources. */
  counterRows: 4,
  countersPerRow: 16_384,
} as const;

/** Lists of one account, and work on many rows: how much is done before other requests get their turn. */
export const LIST_LIMITS = {
  /** Rows that are read, written or removed in one turn of the event loop. */
  rowsPerTurn: 100,
  /** Messages in one turn: each may be ten times as long as a contact. */
  messagesPerTurn: 25,
  /** Bytes of texts that are removed in one turn. */
  removedBytesPerTurn: 1_000_000,
  /**
   * Long answers that are written at a time: to one account (or one network address without accounts), and in
   * all.
   */
  answersPerAccount: 2,
  answers: 64,
  /** Long answers that wait for their turn; more are refused (429, 503). */
  waitingPerAccount: 8,
  waiting: 200,
  /** An answer that waits longer is refused; a client gives up after 10 s (API-03). */
  answerWaitMs: 8_000,
  /**
   * A client that reads nothing of a long answer for `answerStallMs`, or needs more than `answerMs` in all,
   * is disconnected.
   */
  answerStallMs: 10_000,
  answerMs: 120_000,
} as const;

const MB = 1_000_000;

/** History of calls (decision D14). */
export const HISTORY_LIMITS = {
  /** Calls that one account keeps; beyond this the oldest is removed. */
  entries: 100_000,
  /** For a caller without an account, while the session lives. */
  anonymousEntries: 200,
  anonymousBytes: 2 * MB,
  /** Texts that may be removed to make room for one new call. */
  textsPerCall: 50,
  /** Missed calls that callers without an account may leave for one callee in 24 hours. */
  missedFromAnonymous: 20,
} as const;

/** Callers without an account. */
export const ANONYMOUS_LIMITS = {
  /** Contacts of one session, and of all sessions together. */
  contacts: 100,
  contactsInAll: 5_000,
  /** A session that is unused for this long has no open page and may be replaced by a new one. */
  idleMs: 5 * 60 * 1000,
  /** Expired sessions that a login removes; the hourly sweep removes the others. */
  endedAtOnce: 10,
} as const;

/** Requests and connections of HTTP. */
export const HTTP_LIMITS = {
  /** Time for a whole request, and for its headers; interval of the checks. */
  requestMs: 30_000,
  headersMs: 15_000,
  checkMs: 1_000,
  /**
   * Bytes of a body: the longest legitimate one is an auto-answer message; the record of a call has its own
   * limit.
   */
  bodyBytes: 64 * 1024,
  callRecordBytes: 1024 * 1024,
  /** Requests from one network address in this time: to all calls, and to calls that cost more. */
  windowMs: 60_000,
  requests: 1200,
  logins: 240,
  nameChecks: 240,
  propertyChanges: 120,
  captchaTasks: 120,
  mailedLinks: 60,
  /** Words of a search that are used; the others are ignored. */
  searchWords: 10,
  /** Requests of one connection that wait for answers; browsers and proxies send one after the other. */
  requestsPerConnection: 16,
  /** A connection without traffic for this long is closed; event streams have a heartbeat. */
  silentMs: 60_000,
  /** Time for which an idle connection may wait for its next request. */
  keepAliveMs: 72_000,
  /** How long `/health` reuses the last answer of the database, and how long it waits for a new one. */
  healthFreshMs: 1_000,
  healthWaitMs: 500,
  /** Seconds after which a client that was refused under load may ask again. */
  retryAfterSeconds: 5,
  anonymousRetryAfterSeconds: 300,
  /** Refused connections are logged once in this time. */
  refusalLogMs: 60_000,
} as const;

/** Event streams. */
export const PUSH_LIMITS = {
  /** Many proxies close connections that are silent for a minute, some earlier. */
  heartbeatMs: 20_000,
  /** Streams of one account at a time: its devices and their tabs. */
  streamsPerAccount: 20,
  /** Unread bytes per browser; one that has stopped reading is disconnected and reconnects when it wakes. */
  unreadBytes: 16 * 1024,
} as const;

/** Limits of one account. */
export const ACCOUNT_LIMITS = {
  /** Sessions; the least recently used is removed first. */
  sessions: 10,
  /** Messages of one mailbox; then the oldest read ones are removed, and without read ones it is full. */
  messages: 2000,
} as const;

/** Solved tasks of the built-in captcha that are remembered; beyond this the oldest are forgotten. */
export const CAPTCHA_LIMITS = { remembered: 100_000 } as const;

/** PostgreSQL. */
export const DATABASE_LIMITS = {
  connections: 10,
  connectMs: 5_000,
  /**
   * PostgreSQL ends a statement after `statementMs`; after `silenceMs` the server takes the connection for
   * lost.
   */
  statementMs: 15_000,
  silenceMs: 20_000,
  /** A process that hangs within a transaction must not hold its locks for longer. */
  idleTransactionMs: 30_000,
} as const;

/** Mails that wait in the outbox. */
export const OUTBOX_LIMITS = {
  bytes: 20 * MB,
  /** Files that are read at a time. */
  filesAtATime: 20,
} as const;

/** Logins and the computation of password hashes. */
export const LOGIN_LIMITS = {
  /** Failed logins for one name from one address (docs/requirements.md 3.2); IPv6 by /64. */
  nearby: { tries: 10, windowMs: 60_000 },
  /** Failed logins for one name from all addresses together. */
  anywhere: { tries: 100, windowMs: 3_600_000 },
  /** Failed logins from one browser in which this account has logged in before. */
  device: { tries: 10, windowMs: 60_000 },
  deviceLong: { tries: 100, windowMs: 3_600_000 },
  /** Names and addresses that are remembered, each. */
  keys: 100_000,
  /**
   * Argon2id computations: each takes one of Node's four threads and 19 MiB. `perKey` is per address, IPv6 by
   * /64.
   */
  hashing: { running: 2, waiting: 100, perKey: 10 },
} as const;

/** Marks in browsers in which an account has logged in before. */
export const DEVICE_LIMITS = {
  /** Accounts that one browser is marked for; the one with the oldest login is dropped first. */
  accounts: 8,
  /** A year after the last login. */
  lifetimeMs: 365 * 24 * 3_600_000,
} as const;

/** Mails that visitors and accounts cause. */
export const MAIL_LIMITS = {
  /** Links to a new password for one account. */
  resets: { tries: 5, windowMs: 3_600_000 },
  /** Links that confirm a new e-mail address of one account. */
  emailChanges: { tries: 5, windowMs: 3_600_000 },
  /** Notices of a changed password to one account. */
  notices: { tries: 5, windowMs: 3_600_000 },
  /** Mails to one e-mail address that has not been confirmed. */
  strangers: { tries: 5, windowMs: 3_600_000 },
  /** Mails caused from one visitor's address, IPv6 by /64; a whole office may be behind it. */
  visitor: { tries: 60, windowMs: 3_600_000 },
  /** Accounts and addresses that are remembered, each. */
  keys: 100_000,
} as const;

/** Limits of SIP connections that an operator may set. */
export type ConnectionLimits = {
  readonly inAll: number;
  readonly perAddress: number;
  readonly unprovenInAll: number;
  readonly unprovenPerAddress: number;
  readonly unprovenSeconds: number;
  readonly unreadMb: number;
};

const { inAll, perAddress, unprovenInAll, unprovenPerAddress, unprovenSeconds, unreadMb } = CONNECTION_LIMITS;

/** Limits that an operator may set (`LIMIT_…` in the environment). */
export type OperatorLimits = {
  readonly anonymousSessions: number;
  readonly anonymousSessionsPerAddress: number;
  /** Calls of callers without an account at a time: in all, and from one network address. */
  readonly anonymousCalls: number;
  readonly anonymousCallsPerAddress: number;
  /** Bytes of history: of one account, and of all callers without an account together. */
  readonly historyBytes: number;
  readonly anonymousHistoryBytes: number;
  /**
   * Connections to the web port, SIP included; `connectionsPerAddress` cannot tell apart those through a
   * local proxy.
   */
  readonly connections: number;
  readonly connectionsPerAddress: number;
  readonly waitingMails: number;
  readonly sipConnections: ConnectionLimits;
  readonly mailboxCalls: number;
  /** Minutes of the mailbox that one caller gets in an hour. */
  readonly mailboxMinutes: number;
  /** Calls with a WebRTC stack; absent = derived from the cores and memory of this machine. */
  readonly mediaCalls: number | undefined;
  /** Per second. */
  readonly stunAnswers: number;
};

export const DEFAULT_LIMITS: OperatorLimits = {
  anonymousSessions: 1_000,
  anonymousSessionsPerAddress: 20,
  anonymousCalls: SIP_LIMITS.anonymousCalls,
  anonymousCallsPerAddress: SIP_LIMITS.anonymousCallsPerNetwork,
  historyBytes: 200 * MB,
  anonymousHistoryBytes: 50 * MB,
  connections: 20_000,
  connectionsPerAddress: 1_000,
  waitingMails: 2_000,
  sipConnections: { inAll, perAddress, unprovenInAll, unprovenPerAddress, unprovenSeconds, unreadMb },
  mailboxCalls: AGENT_LIMITS.mailboxCalls,
  mailboxMinutes: AGENT_LIMITS.mailboxMinutes,
  mediaCalls: undefined,
  stunAnswers: STUN_LIMITS.answersPerSecond,
};
