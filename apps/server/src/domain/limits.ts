/**
 * Every limit of the server: queues, tables, workers, requests. Times are in milliseconds unless a comment says
 * otherwise. `docs/operating.md` lists those that an operator meets.
 */

/** SIP requests, calls and registrations. */
export const SIP_LIMITS = {
  /** */
  bindingsPerAddress: 10,
  /** Characters of the URI of a Contact and of its instance: an answer to REGISTER lists ten of them. */
  contactLength: 512,
  instanceLength: 128,
  /** Seconds a binding may live, and what it lives when nothing is asked (REG-01); what cannot be read asks for most. */
  minExpires: 60,
  maxExpires: 3600,
  defaultExpires: 600,
  /** Calls that ring or are open at a time: in all, and begun by one account; further ones are answered 503. */
  calls: 20_000,
  callsPerAccount: 100,
  /** The same for anonymous callers: all together, and from one network (an address, or an IPv6 /64). */
  anonymousCalls: 200,
  anonymousCallsPerNetwork: 20,
  /** Ringing ends after this long. */
  ringMs: 30_000,
  /**
   * Messages one flow may send of itself, without what others make it answer: at once, and how many more each second.
   * Far above any honest phone.
   */
  messages: { burst: 200, perSecond: 50 },
  /** Of these, calls and messages of one account to one address, outside a dialog. */
  requestsToOne: { burst: 50, perSecond: 10 },
  /** The same for anonymous callers: from one network to any address, and from all of them to one address. */
  anonymousRequestsPerNetwork: { burst: 30, perSecond: 2 },
  anonymousRequestsToOne: { burst: 50, perSecond: 5 },
  /** Requests of one end inside a dialog; text goes at most four times a second (decision D11). BYE always passes. */
  requestsInDialog: { burst: 100, perSecond: 20 },
  /** Early dialogs that a callee may open with one INVITE. */
  dialogsPerBranch: 6,
  /** Answers that cannot be read and are not counted, for each request that was sent to the connection, and at most. */
  brokenAnswers: { perRequest: 3, most: 1000 },
  /** Unreadable messages after which a flow is closed. */
  badMessages: 20,
  /** Messages of a flow that has not proved an account yet: at once, and how many more each second. */
  unprovenMessages: { burst: 10, perSecond: 2 },
  /** Bytes of the messages of a flow that are being handled or wait for the one before; an unproven flow is cut off. */
  unprovenWaitingBytes: 24 * 1024,
  /** Beyond the first the connection is not read; what is under way already may reach the second, then it is cut off. */
  waitingBytes: { pause: 64 * 1024, cut: 512 * 1024 },
  /** Estimate of what a message takes beside its characters. */
  messageOverheadBytes: 512,
  /**
   * Megabytes that open requests of all accounts may take, and the share of what is free that one account gets; further
   * requests are answered 503.
   */
  requestMemoryMb: 64,
  requestMemoryShare: 1 / 8,
  /** Seconds after which a request that was answered 503 for this reason may come again. */
  retryAfter: 10,
} as const;

/** SIP connections. What one may hold that proves nothing, times how many there may be, must fit into memory. */
export const CONNECTION_LIMITS = {
  /** Connections in all, and of one address. */
  inAll: 5_000,
  perAddress: 500,
  /** Those among them that have not proved an account; a newcomer takes the place of the oldest. */
  unprovenInAll: 1_000,
  unprovenPerAddress: 50,
  /** New connections of one address: at once, and how many more each second. */
  openings: { burst: 100, perSecond: 20 },
  /** Seconds until a connection must have proved an account. */
  unprovenSeconds: 60,
  /** Seconds after which a refused client may come back. */
  retryAfter: 10,
  /** Bytes of one message. */
  messageBytes: 64 * 1024,
  unprovenMessageBytes: 16 * 1024,
  /** Bytes that an unproven connection may send at once, with an overhead for each piece that the network delivers. */
  unprovenIncomingBytes: 24 * 1024,
  chunkOverheadBytes: 256,
  /** Pieces of one message: frames, and what the network delivers at a time. */
  fragments: 64,
  chunks: 256,
  /** Frames that are no SIP message (keep-alives, pings, pongs, white space): at once, and each second. */
  idleFrames: { burst: 60, perSecond: 2 },
  /** Bytes that wait for a peer that does not read them. At half of it the server stops reading from a proven one. */
  unreadBytes: 1024 * 1024,
  unprovenUnreadBytes: 16 * 1024,
  /** The same for all proven connections together, in megabytes, and the share of what is free that one gets. */
  unreadMb: 64,
  unreadShare: 1 / 8,
  /** Estimate of what a frame takes that waits, beside its bytes. */
  frameOverheadBytes: 512,
  /** Lines about refused and ended connections in the log: at once, and each second; the rest is counted. */
  logLines: { burst: 50, perSecond: 2 },
  /** How often a silent connection is asked whether it still lives; one that says nothing until the next time is cut off. */
  pingMs: 30_000,
  /** How long the other end has to agree to a close. One that is out of coverage never does, and would hold up a stop. */
  closeMs: 2_000,
  /** The same for a connection that broke a limit: it is not read any more. */
  refusedMs: 500,
} as const;

/** SIP secrets of one account (decision D48). */
export const SIP_SECRET_LIMITS = {
  /** Phones without a browser, each with a secret that the operator has made. */
  devicesPerAccount: 10,
  /** Tried for one request: all that an account can have, ten sessions and its devices. */
  perRequest: 20,
} as const;

/** SIP user agents inside the server: mailbox, echo and the others. One caller must not hold up the others. */
export const AGENT_LIMITS = {
  /** Calls of one agent at a time; of the mailbox as many, unless LIMIT_MAILBOX_CALLS says otherwise. */
  calls: 50,
  mailboxCalls: 200,
  /** Of these, calls of one caller, and calls that were meant for one callee. */
  callsPerCaller: 2,
  callsPerCallee: 4,
  /** Callers without an account together get one part in so many, because identities cost them nothing. */
  anonymousShare: 4,
  /** Seconds after which a caller who was refused may try again. */
  retryAfterSeconds: 60,
  /** Bytes of From, Contact and Record-Route of a caller: each request of the agent repeats them. */
  dialogBytes: 2048,
  /** A caller who hears nothing else for so long is told 408 (decision D28). */
  ringMs: 30_000,
  /** How long a caller may write to a mailbox, and how much. */
  mailboxMs: 120_000,
  /**
   * Minutes of the mailbox that one caller gets in an hour, unless LIMIT_MAILBOX_MINUTES says otherwise; all callers
   * without an account are one caller for each callee. A call counts as this long at least.
   */
  mailboxMinutes: 10,
  mailboxLeastMs: 10_000,
  /** Callers whose time is remembered. */
  mailboxCallers: 10_000,
  mailboxLength: 10_000,
  /** Positions that are remembered, the newest, and of these from one caller. */
  positions: 100,
  positionsPerCaller: 10,
  /**
   * Calls of all agents together that have a WebRTC stack, each with a thread of its own, unless LIMIT_MEDIA_CALLS says
   * otherwise: so many for each core, and as many as fit into one part in four of the memory.
   */
  mediaCallsPerCore: 8,
  mediaCallsAtLeast: 4,
  mediaCallsAtMost: 64,
  mediaMemoryShare: 4,
  mediaThreadMb: 40,
  /** Of these, calls of one caller; callers without an account together get one part in so many. */
  mediaCallsPerCaller: 2,
  mediaAnonymousShare: 3,
  /** Megabytes of heap of such a thread, and of its young generation: a smaller one costs less memory for each thread. */
  mediaHeapMb: 96,
  mediaYoungHeapMb: 4,
  /** A thread that does not answer for so long is terminated, and one that receives nothing for so long is ended. */
  mediaAliveMs: 20_000,
  mediaIdleMs: 60_000,
  /** How long a stack may take for an answer, and how long it may be without a connection. */
  mediaAnswerMs: 10_000,
  mediaConnectMs: 30_000,
  /** Text waits so long for its data channel, then it goes by MESSAGE where that is possible. */
  channelOpenMs: 5_000,
  /** How long after BYE text may still come over a data channel. */
  lateTextMs: 200,
  /** Far above what a camera and a microphone make. */
  mediaPacketsPerSecond: 3_000,
  /** Characters of an offer, and its sections. */
  offerLength: 32_768,
  sections: 16,
  bodyParts: 8,
  callMs: 3_600_000,
  /** Twice what the fastest sender of text makes of decision D11, and then some for a line that was slow. */
  textsPerSecond: 20,
  /** Bytes in one MESSAGE (RFC 3428 §8). */
  textBytes: 1300,
  /** UTF-16 units in one chunk of text that is sent (decision D11). */
  chunkLength: 250,
  /** Texts that wait for the answer of the one before, or for their data channel. */
  waitingTexts: 100,
  /** Bytes in one SIP message. */
  messageBytes: 64 * 1024,
  /** Seconds a registration is asked for. */
  expires: 600,
  firstRetryMs: 1_000,
  longestRetryMs: 60_000,
  connectMs: 10_000,
  /** How long the other end of a connection has to agree to its end. */
  closeMs: 2_000,
} as const;

/** Answers to STUN requests, so that forged sources cannot make this server flood a third host (RFC 8489 §16.1.5). */
export const STUN_LIMITS = {
  /** Bytes of a request: an honest one is far smaller, and this is what fits one Ethernet frame. */
  requestBytes: 1500,
  windowMs: 1_000,
  /**
   * Answers to one source in a window, by the key of `network/subnet-of.ts`: a browser that gathers candidates asks a
   * few times, an office behind one address some more. The counters hold 16 bits.
   */
  answersPerSource: 100,
  /** Answers to all sources together in a second, unless LIMIT_STUN_ANSWERS says otherwise. */
  answersPerSecond: 30_000,
  /** Each source is counted once in each row: a fixed 128 KiB, however many sources there are. */
  counterRows: 4,
  countersPerRow: 16_384,
} as const;

/** Lists of one account, and work on many rows: how much is done before others have their turn. */
export const LIST_LIMITS = {
  /** Rows that are read, written or removed in one turn of the event loop. */
  rowsPerTurn: 100,
  /** Messages in one turn: each may be ten times as long as a contact. */
  messagesPerTurn: 25,
  /** Bytes of texts that are removed in one turn. */
  removedBytesPerTurn: 1_000_000,
  /** Long answers that are written at a time: to one account (or one network address without accounts), and in all. */
  answersPerAccount: 2,
  answers: 64,
  /** Long answers that wait for their time; further ones are refused (429, 503). */
  waitingPerAccount: 8,
  waiting: 200,
  /** An answer that waits longer is refused; a client gives up after 10 s (API-03). */
  answerWaitMs: 8_000,
  /** A client that reads nothing of a long answer for so long is cut off, and so is one that takes longer in all. */
  answerStallMs: 10_000,
  answerMs: 120_000,
} as const;

const MB = 1_000_000;

/** History of calls (decision D14). */
export const HISTORY_LIMITS = {
  /** Calls one account keeps; then the oldest goes. */
  entries: 100_000,
  /** Of callers without an account, while their session lives. */
  anonymousEntries: 200,
  anonymousBytes: 2 * MB,
  /** Texts that make room for one new call. */
  textsPerCall: 50,
  /** Missed calls that callers without an account may leave one callee in 24 hours. */
  missedFromAnonymous: 20,
} as const;

/** Callers without an account. */
export const ANONYMOUS_LIMITS = {
  /** Contacts of one session, and of all together. */
  contacts: 100,
  contactsInAll: 5_000,
  /** A session that nothing has used for so long has no page any more, and makes room for a new one. */
  idleMs: 5 * 60 * 1000,
  /** Expired sessions that a login clears away; the hourly sweep takes the rest. */
  endedAtOnce: 10,
} as const;

/** Requests and connections of HTTP. */
export const HTTP_LIMITS = {
  /** A request must be whole within this time, its headers sooner; how often that is looked at. */
  requestMs: 30_000,
  headersMs: 15_000,
  checkMs: 1_000,
  /** Bytes of a body: the longest legitimate one is an auto-answer message, but for the record of a call. */
  bodyBytes: 64 * 1024,
  callRecordBytes: 1024 * 1024,
  /** Requests from one network address in this time, to all calls and to those that cost more. */
  windowMs: 60_000,
  requests: 1200,
  logins: 240,
  nameChecks: 240,
  propertyChanges: 120,
  captchaTasks: 120,
  mailedLinks: 60,
  /** Words of one search that count. */
  searchWords: 10,
  /** Requests of one connection that wait for their answer; browsers and proxies send one after the other. */
  requestsPerConnection: 16,
  /** A connection on which nothing moves for so long is closed; event streams have a heartbeat. */
  silentMs: 60_000,
  /** How long a connection may wait for its next request. */
  keepAliveMs: 72_000,
  /** How long `/health` believes the last answer of the database, and waits for one. */
  healthFreshMs: 1_000,
  healthWaitMs: 500,
  /** Seconds after which a client may ask again that came while too much was going on. */
  retryAfterSeconds: 5,
  anonymousRetryAfterSeconds: 300,
  /** Refused connections are logged once in this time. */
  refusalLogMs: 60_000,
} as const;

/** Event streams. */
export const PUSH_LIMITS = {
  /** Proxies give up on connections that are silent for a minute, some sooner. */
  heartbeatMs: 20_000,
  /** Streams of one account at a time: its devices and their tabs. */
  streamsPerAccount: 20,
  /** Bytes that a browser may leave unread; one that has stopped reading is cut off and comes back when it wakes. */
  unreadBytes: 16 * 1024,
} as const;

/** What one account may hold. */
export const ACCOUNT_LIMITS = {
  /** Sessions; the least recently used goes first. */
  sessions: 10,
  /** Messages of one mailbox; then the oldest read ones make room, and without any it is full. */
  messages: 2000,
} as const;

/** Solved tasks of the built-in captcha that are remembered; then the oldest are forgotten. */
export const CAPTCHA_LIMITS = { remembered: 100_000 } as const;

/** PostgreSQL. */
export const DATABASE_LIMITS = {
  connections: 10,
  connectMs: 5_000,
  /** The end of a statement in PostgreSQL, and how much later the server takes PostgreSQL for gone. */
  statementMs: 15_000,
  silenceMs: 20_000,
  /** A process that hangs within a transaction must not keep others from its locks. */
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
  /** Wrong tries for one name from one address (ledger 3.2), an IPv6 address by its /64. */
  nearby: { tries: 10, windowMs: 60_000 },
  /** Wrong tries for one name from all addresses together. */
  anywhere: { tries: 100, windowMs: 3_600_000 },
  /** Wrong tries from one browser that has logged in with this name before. */
  device: { tries: 10, windowMs: 60_000 },
  deviceLong: { tries: 100, windowMs: 3_600_000 },
  /** Names and addresses that are remembered, each. */
  keys: 100_000,
  /** Argon2id computations: each takes a thread of Node's four and 19 MiB. `perKey` is per address, IPv6 by /64. */
  hashing: { running: 2, waiting: 100, perKey: 10 },
} as const;

/** Marks in browsers that have logged in before. */
export const DEVICE_LIMITS = {
  /** Accounts that one browser is marked for; the one that logged in the longest ago goes first. */
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
  /** Mails that one address of a visitor causes, IPv6 by /64; a whole office may stand behind it. */
  visitor: { tries: 60, windowMs: 3_600_000 },
  /** Accounts and addresses that are remembered, each. */
  keys: 100_000,
} as const;

/** SIP connections, as far as an operator may set them. */
export type ConnectionLimits = {
  readonly inAll: number;
  readonly perAddress: number;
  readonly unprovenInAll: number;
  readonly unprovenPerAddress: number;
  readonly unprovenSeconds: number;
  readonly unreadMb: number;
};

const { inAll, perAddress, unprovenInAll, unprovenPerAddress, unprovenSeconds, unreadMb } = CONNECTION_LIMITS;

/** What an operator may set (`LIMIT_…` in the environment). */
export type OperatorLimits = {
  readonly anonymousSessions: number;
  readonly anonymousSessionsPerAddress: number;
  /** Calls that callers without an account may have at a time, and from one network address. */
  readonly anonymousCalls: number;
  readonly anonymousCallsPerAddress: number;
  /** Bytes of history: of one account, and of all callers without one together. */
  readonly historyBytes: number;
  readonly anonymousHistoryBytes: number;
  /** Connections to the web port, SIP among them; those through a reverse proxy on this machine are not told apart. */
  readonly connections: number;
  readonly connectionsPerAddress: number;
  readonly waitingMails: number;
  readonly sipConnections: ConnectionLimits;
  readonly mailboxCalls: number;
  /** Of the mailbox that one caller gets in an hour. */
  readonly mailboxMinutes: number;
  /** Calls with a WebRTC stack; absent = as many as this machine bears. */
  readonly mediaCalls: number | undefined;
  /** In a second. */
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
