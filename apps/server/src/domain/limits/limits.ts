import { RING_MS } from '@samtal/api-contract';

/**
 * All limits of the server: queues, tables, workers, requests. Times are in milliseconds unless a comment
 * says otherwise. `docs/operating.md` lists the limits that operators meet.
 */

/** SIP requests, calls and registrations. */
export const SIP_LIMITS = {
  /** Bindings of one address. */
  bindingsPerAddress: 10,
  /** Characters of a Contact URI and of its instance ID: a response to REGISTER lists up to ten bindings. */
  contactLength: 512,
  instanceLength: 128,
  /**
   * Lifetime of a binding in seconds: minimum, maximum, and default if the phone requests none (REG-01). An
   * unreadable value counts as the maximum.
   */
  minExpires: 60,
  maxExpires: 3600,
  defaultExpires: 600,
  /**
   * Calls that ring or are open at a time: in total, and started by one account; more calls are answered 503.
   */
  calls: 20_000,
  callsPerAccount: 100,
  /**
   * Calls of anonymous callers that ring or are open at a time: in total, and from one network (an IPv4
   * address, or an IPv6 /64).
   */
  anonymousCalls: 200,
  anonymousCallsPerNetwork: 20,
  /** Ringing ends after this time. */
  ringMs: RING_MS,
  /**
   * A device that sends no response to an INVITE within this time may be a frozen page; it is pushed (decision
   * D78).
   */
  silentMs: 1_000,
  /** A call rings if it is not known by then whether the callee does not want to be disturbed (decision D86). */
  doNotDisturbMs: 1_000,
  /** Seconds after which a client may repeat a request to an end of its call that has lost its connection. */
  awaySeconds: 1,
  /** Bindings to which one INVITE is sent, those that register while it rings included. */
  targetsPerCall: 20,
  /**
   * Messages that one flow may send: burst, and rate per second. Expected responses and ACKs do not count,
   * because other users cause them. No honest phone comes near this limit.
   */
  messages: { burst: 200, perSecond: 50 },
  /** Calls and messages of one account to one address, outside a dialog. */
  requestsToOne: { burst: 50, perSecond: 10 },
  /** Calls of one account that ring at one callee and are not answered; Kamailio counts the same. */
  unansweredCalls: { tries: 10, windowMs: 60_000 },
  /**
   * Calls and messages of anonymous callers: from one network to any address, and from all of them to one
   * address.
   */
  anonymousRequestsPerNetwork: { burst: 30, perSecond: 2 },
  anonymousRequestsToOne: { burst: 50, perSecond: 5 },
  /**
   * Requests that one side of a dialog may send; text needs four a second at most (decision D11). BYE always
   * passes.
   */
  requestsInDialog: { burst: 100, perSecond: 20 },
  /** Transfers that one side of a dialog may ask for: each makes the other user read a question (decision D87). */
  refersInDialog: { burst: 3, perSecond: 1 / 20 },
  /** How long the asked user of an attended transfer may take to call (decision D101). */
  replacingMs: 180_000,
  /** The longest Refer-To, and the longest content of a NOTIFY about a transfer or a call of three, in UTF-16 units. */
  referToLength: 512,
  progressLength: 2048,
  /** Early dialogs that a callee may open with one INVITE, and answers that the server ends by BYE. */
  dialogsPerBranch: 6,
  /**
   * The most that a call keeps until its end, in UTF-16 units. `keptOfInvite`: Call-ID, From, To, Contact and
   * Request-URI of its INVITE together; `targetLength` and `tagLength`: the Contact and the tag of each end.
   */
  keptOfInvite: 4096,
  targetLength: 1024,
  tagLength: 256,
  /**
   * Unreadable responses that are tolerated on a connection: each request that the server sends there permits
   * `perRequest` more, up to `most`.
   */
  brokenAnswers: { perRequest: 3, most: 1000 },
  /** Unreadable messages after which a flow is closed. */
  badMessages: 20,
  /** Messages of an unproven flow, one that has not proved an account yet: burst, and rate per second. */
  unprovenMessages: { burst: 10, perSecond: 2 },
  /**
   * Bytes of messages that an unproven flow may have in progress or queued; above this it is disconnected.
   */
  unprovenWaitingBytes: 24 * 1024,
  /**
   * Bytes of messages that a proven flow may have in progress or queued: at `pause` the server stops reading
   * the connection; data already on its way may reach `cut`, then the connection is closed.
   */
  waitingBytes: { pause: 64 * 1024, cut: 512 * 1024 },
  /** Estimated memory of a message, in addition to its characters. */
  messageOverheadBytes: 512,
  /**
   * Megabytes for the open requests of all accounts, and the share of the free megabytes that one account may
   * use; further requests are answered 503.
   */
  requestMemoryMb: 64,
  requestMemoryShare: 1 / 8,
  /** Seconds after which a client may repeat a request that was answered 503 for lack of memory. */
  retryAfter: 10,
} as const;

/**
 * SIP connections. The memory of one unproven connection times the number of such connections must fit into
 * the machine.
 */
export const CONNECTION_LIMITS = {
  /** Connections in total, and from one address. */
  inAll: 5_000,
  perAddress: 500,
  /**
   * Connections that have not proved an account: in total, and from one address. Above the limit a new one
   * replaces the oldest.
   */
  unprovenInAll: 1_000,
  unprovenPerAddress: 50,
  /** New connections from one address: burst, and rate per second. */
  openings: { burst: 100, perSecond: 20 },
  /** Seconds within which a connection must prove an account. */
  unprovenSeconds: 60,
  /** Seconds after which a refused client may reconnect. */
  retryAfter: 10,
  /** Bytes of one message: of a proven and of an unproven connection. */
  messageBytes: 64 * 1024,
  unprovenMessageBytes: 16 * 1024,
  /**
   * Bytes that may arrive over an unproven connection before a message is complete. For each
   * piece that the network delivers, `chunkOverheadBytes` are added to them.
   */
  unprovenIncomingBytes: 24 * 1024,
  chunkOverheadBytes: 256,
  /** Pieces of which one message may consist: WebSocket frames, and reads from the socket. */
  fragments: 64,
  chunks: 256,
  /** Frames without a SIP message (keep-alives, pings, pongs, white space): burst, and rate per second. */
  idleFrames: { burst: 60, perSecond: 2 },
  /**
   * Bytes that may wait for a peer to read them: for a proven peer, and for an unproven one. At half of its
   * limit the server stops reading from a proven peer.
   */
  unreadBytes: 1024 * 1024,
  unprovenUnreadBytes: 16 * 1024,
  /**
   * Megabytes that all proven peers together may leave unread, and the share of the free megabytes that one
   * of them may use.
   */
  unreadMb: 64,
  unreadShare: 1 / 8,
  /** Estimated memory of a waiting frame, in addition to its bytes. */
  frameOverheadBytes: 512,
  /**
   * Log lines about refused and ended connections: burst, and rate per second; further ones are only counted.
   */
  logLines: { burst: 50, perSecond: 2 },
  /**
   * Interval of pings on a silent connection; a connection that does not respond before the next ping is
   * closed.
   */
  pingMs: 30_000,
  /**
   * Time for the other end to complete a close. A client without network coverage never completes it and
   * would delay a shutdown.
   */
  closeMs: 2_000,
  /**
   * Time to complete a close for a connection that exceeded a limit: shorter than `closeMs`, because the
   * server no longer reads it.
   */
  refusedMs: 500,
} as const;

/** SIP secrets of one account (decision D48). */
export const SIP_SECRET_LIMITS = {
  /** Devices: phones without a browser, each with a secret made by the operator. */
  devicesPerAccount: 10,
  /**
   * Secrets that are tried for one request: as many as an account can have in ten sessions and its
   * devices.
   */
  perRequest: 20,
} as const;

/** Subscriptions to message waiting (RFC 3842, decision D104). */
export const SUBSCRIPTION_LIMITS = {
  /** Subscriptions of one account, and on one connection. */
  perAccount: 20,
  perConnection: 4,
  /** SUBSCRIBE requests of one account over all its connections: burst, and rate per second. */
  requests: { burst: 20, perSecond: 1 },
  /** Lifetime in seconds: minimum, and maximum, which is also the default (RFC 3842 §3.4). */
  minExpires: 60,
  maxExpires: 3600,
  /** Characters of the header fields of a SUBSCRIBE that its subscription keeps. */
  keptLength: 2048,
  /** The shortest time between two NOTIFYs because of changes (RFC 3842 §3). */
  notifyIntervalMs: 1_000,
  /** Seconds after which a refused subscriber may try again. */
  retryAfter: 60,
} as const;

/** Server agents: mailbox, echo and others. One caller must not block other callers. */
export const AGENT_LIMITS = {
  /** Calls of one agent at a time, and calls of the mailbox, unless LIMIT_MAILBOX_CALLS is set. */
  calls: 50,
  mailboxCalls: 200,
  /** Calls of one agent from one caller, and, for the mailbox, calls to one callee. */
  callsPerCaller: 2,
  callsPerCallee: 4,
  /** Calls that an external SIP server lets ring at pushed devices: in all, of one caller, to one callee. */
  pushedCalls: 2000,
  pushedCallsPerCaller: 10,
  pushedCallsPerCallee: 10,
  /**
   * Callers without an account together get this fraction (1/n) of an agent's calls, because a new identity
   * costs them nothing.
   */
  anonymousShare: 4,
  /** Seconds after which a refused caller may try again. */
  retryAfterSeconds: 60,
  /**
   * Bytes of the caller's From, Contact and Record-Route together: each request of the agent repeats them.
   */
  dialogBytes: 2048,
  /** A call that an agent does not answer within this time gets 408 (decision D28). */
  ringMs: RING_MS,
  /** How long a caller may write to a mailbox; `mailboxLength` limits the number of UTF-16 units. */
  mailboxMs: 120_000,
  /**
   * Minutes of the mailbox per caller and hour, unless LIMIT_MAILBOX_MINUTES is set. For each callee, all
   * callers without an account count as one caller. A call counts for `mailboxLeastMs` at least.
   */
  mailboxMinutes: 10,
  mailboxLeastMs: 10_000,
  /** Callers whose mailbox time is remembered. */
  mailboxCallers: 10_000,
  mailboxLength: 10_000,
  /** Positions that are remembered, in total and from one caller; the newest are kept. */
  positions: 100,
  positionsPerCaller: 10,
  /**
   * Calls of all agents with a WebRTC stack, unless LIMIT_MEDIA_CALLS is set: `mediaCallsPerCore` for each
   * core, but no more than fit into 1/`mediaMemoryShare` of the memory at `mediaThreadMb` each; always from
   * `mediaCallsAtLeast` to `mediaCallsAtMost`.
   */
  mediaCallsPerCore: 8,
  mediaCallsAtLeast: 4,
  mediaCallsAtMost: 64,
  mediaMemoryShare: 4,
  mediaThreadMb: 40,
  /**
   * Calls with a WebRTC stack of one caller; callers without an account together get this fraction (1/n) of
   * them.
   */
  mediaCallsPerCaller: 2,
  mediaAnonymousShare: 3,
  /**
   * Megabytes of heap of the thread of one call with a WebRTC stack, and of its young generation, which is
   * small to save memory.
   */
  mediaHeapMb: 96,
  mediaYoungHeapMb: 4,
  /**
   * A thread that does not respond for `mediaAliveMs` is terminated; a stack that receives nothing for
   * `mediaIdleMs` is closed.
   */
  mediaAliveMs: 20_000,
  mediaIdleMs: 60_000,
  /** Time for a stack to create its answer, and to connect. */
  mediaAnswerMs: 10_000,
  mediaConnectMs: 30_000,
  /**
   * Time that text waits for its data channel to open; then MESSAGE carries it if the caller supports that.
   */
  channelOpenMs: 5_000,
  /** Time after BYE in which text may still arrive over a data channel. */
  lateTextMs: 200,
  /** Received media packets per second; a camera and a microphone send far fewer. */
  mediaPacketsPerSecond: 3_000,
  /** Characters of an offer, and number of its media sections; parts of a multipart body. */
  offerLength: 32_768,
  sections: 16,
  bodyParts: 8,
  callMs: 3_600_000,
  /**
   * Texts that a caller may send per second: twice what the fastest sender sends under decision D11, and a
   * reserve for bursts after a delay.
   */
  textsPerSecond: 20,
  /** Bytes in one MESSAGE (RFC 3428 §8). */
  textBytes: 1300,
  /**
   * Text of an agent that may wait to be sent: UTF-16 units that wait because of the permitted pace, and
   * texts that wait for the data channel to open.
   */
  waitingLength: 25_000,
  waitingTexts: 100,
  /** Bytes in one SIP message to an agent. */
  messageBytes: 64 * 1024,
  /** Lifetime in seconds that an agent requests for its registration. */
  expires: 600,
  firstRetryMs: 1_000,
  longestRetryMs: 60_000,
  connectMs: 10_000,
  /** Time for the other end to complete the close of a connection. */
  closeMs: 2_000,
} as const;

/** Text between users and phones with text over RTP (RFC 4103, decision D94). */
export const TEXT_GATEWAY_LIMITS = {
  /** Calls at a time, unless LIMIT_TEXT_GATEWAY_CALLS is set, and those of one caller. */
  calls: 100,
  callsPerCaller: 10,
  /** A call that ends with no BYE, because its phone is gone, ends at last. */
  callMs: 12 * 3_600_000,
  /** Time between two packets, which is also the longest time that a letter waits for others (RFC 4103 §5.1). */
  packetIntervalMs: 300,
  /** Generations of earlier text in a packet (RFC 4103 §5.2). */
  generations: 2,
  /** UTF-16 units in one packet: 750 bytes of UTF-8, and RFC 2198 has room for 1023. */
  packetLength: 250,
  /** Period over which cps is a mean (RFC 4103 §6). */
  cpsWindowMs: 10_000,
  /** The rate that phones are told, in characters per second. */
  ownCps: 100,
  /** How long the receiver waits for packets that others have overtaken (RFC 4103 §5.4). */
  reorderMs: 1_000,
  /** Packets that wait for an earlier one. */
  heldPackets: 64,
  /** A number further ahead or behind than this is that of another stream (RFC 3550 §A.1). */
  sequenceJump: 3_000,
  sequenceLag: 100,
  /** A phone goes on with another SSRC when the one before has not been heard for this time. */
  silentMs: 2_000,
  /** U+FEFF is sent after this time without a packet, so that NATs keep their mappings (RFC 6263 §4.6). */
  keepAliveMs: 20_000,
  /** Bytes of a datagram from a phone, and packets: burst, and rate per second. Phones send four in a second. */
  datagramBytes: 1_500,
  packets: { burst: 200, perSecond: 50 },
  /** Bytes of the buffer of a socket in the operating system. */
  socketBytes: 65_536,
  /** Text of a user that waits for the pace of a phone: UTF-16 units, and time; then the user is told. */
  waitingLength: 4_000,
  waitingMs: 20_000,
  /** Text of a phone that waits for a user, in UTF-16 units: five seconds at the pace of decision D11. */
  waitingForUser: 5_000,
  /** How long the other end waits for BYE while the last text is sent, and how often that is looked at. */
  leavingMs: 1_500,
  leavingStepMs: 50,
  /** UDP ports of RTP below this are those of other protocols. */
  lowestPort: 1_024,
  /** Ports that are tried when another program uses one. */
  portTries: 20,
  /** Characters of the fields of an INVITE that are passed on. */
  fieldLength: 1_024,
} as const;

/**
 * Answers to STUN requests. They are limited because a request with a forged source makes this server send to
 * a third host (RFC 8489 §16.1.5).
 */
export const STUN_LIMITS = {
  /** Bytes of a request: one Ethernet frame; an honest request is far smaller. */
  requestBytes: 1500,
  windowMs: 1_000,
  /**
   * Answers in `windowMs` to one source (a key of `network/subnet-of.ts`). A browser that gathers candidates
   * sends a few requests; an office behind one address sends more. Must be below 65,536: the counters have
   * 16 bits.
   */
  answersPerSource: 100,
  /** Answers to all sources together per second, unless LIMIT_STUN_ANSWERS is set. */
  answersPerSecond: 30_000,
  /**
   * The table of counters: each source has one counter in each row, so any number of sources needs a fixed
   * 128 KiB.
   */
  counterRows: 4,
  countersPerRow: 16_384,
} as const;

/** Lists of one account and other work on many rows: how much is done before other requests are served. */
export const LIST_LIMITS = {
  /** Rows that are read, written or removed in one turn of the event loop. */
  rowsPerTurn: 100,
  /**
   * Messages that are read or removed in one turn of the event loop: fewer than contacts, because a message
   * may be ten times as long.
   */
  messagesPerTurn: 25,
  /** Bytes of texts that are removed in one turn of the event loop. */
  removedBytesPerTurn: 1_000_000,
  /**
   * Long answers that are written at a time: to one account (callers without an account: to one network
   * address), and in total.
   */
  answersPerAccount: 2,
  answers: 64,
  /** Long answers that wait for their turn: of one account, and in total; more are refused (429, 503). */
  waitingPerAccount: 8,
  waiting: 200,
  /** Time for which an answer waits before it is refused; a client gives up after 10 s (API-03). */
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
  /** Calls that one account keeps; above this the oldest call is removed. */
  entries: 100_000,
  /** Calls and bytes for a caller without an account, while the session lives. */
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
  /**
   * Time without use after which a session is assumed to have no open page, so that a new session may replace
   * it.
   */
  idleMs: 5 * 60 * 1000,
  /**
   * Accounts of expired anonymous sessions: how many one anonymous login removes; the hourly sweep removes
   * the rest.
   */
  endedAtOnce: 10,
} as const;

/** Requests and connections of HTTP. */
export const HTTP_LIMITS = {
  /** Time in which a whole request, and its headers, must arrive; interval of the checks. */
  requestMs: 30_000,
  headersMs: 15_000,
  checkMs: 1_000,
  /** Bytes of a request body, of which an auto-answer message is the longest, and of the record of a call. */
  bodyBytes: 64 * 1024,
  callRecordBytes: 1024 * 1024,
  /** Characters and fields of a body that is a form; web browsers of this server send JSON. */
  formLength: 16 * 1024,
  formFields: 100,
  /** Requests from one network address within `windowMs`: of all kinds, and of kinds that cost more. */
  windowMs: 60_000,
  requests: 1200,
  logins: 240,
  nameChecks: 240,
  propertyChanges: 120,
  captchaTasks: 120,
  mailedLinks: 60,
  pushedCallActions: 120,
  /** Addresses that each of these limits remembers; above it the least recently used one is forgotten. */
  countedAddresses: 5_000,
  /** Words of a search that are used; further words are ignored. */
  searchWords: 10,
  /**
   * Requests of one connection that wait for their answers; browsers and proxies send the next request after
   * the answer.
   */
  requestsPerConnection: 16,
  /** Time without traffic after which a connection is closed; event streams send a heartbeat before. */
  silentMs: 60_000,
  /** Time for which an idle connection may wait for its next request. */
  keepAliveMs: 72_000,
  /** How long `/health` and `/readyz` reuse the last answer of a part, and how long they wait for a new one. */
  healthFreshMs: 1_000,
  healthWaitMs: 500,
  /**
   * Seconds after which a refused client may try again: when the server is under load, and for anonymous
   * logins.
   */
  retryAfterSeconds: 5,
  anonymousRetryAfterSeconds: 300,
  /** Refused connections are logged at most once in this time. */
  refusalLogMs: 60_000,
} as const;

/** Event streams. */
export const PUSH_LIMITS = {
  /**
   * Interval of the heartbeat: many proxies close connections that are silent for a minute, some even
   * earlier.
   */
  heartbeatMs: 20_000,
  /** Streams of one account at a time: its devices and their tabs. */
  streamsPerAccount: 20,
  /**
   * Unread bytes per stream. A browser that has stopped reading is disconnected; it reconnects when it wakes
   * up.
   */
  unreadBytes: 16 * 1024,
} as const;

/** Web pushes to devices whose page is closed or frozen (decision D78). */
export const WEB_PUSH_LIMITS = {
  /** Devices of one account; the one that renewed first is replaced. */
  devicesPerAccount: 10,
  /** Subscriptions that one account may store: burst, and rate per second. */
  subscriptions: { burst: 20, perSecond: 0.1 },
  /**
   * Calls that are pushed: of one caller to one callee, of all callers without an account to one callee, and to
   * one callee in all. Further calls reach the registered devices only.
   */
  callsOfCaller: { burst: 5, perSecond: 1 / 30 },
  callsOfAnonymous: { burst: 10, perSecond: 1 / 30 },
  callsToOne: { burst: 30, perSecond: 0.1 },
  /** Messages of the mailbox that are pushed to one account. */
  messagesToOne: { burst: 10, perSecond: 1 / 60 },
  /** Requests to push services: at a time, waiting, and of one account running and waiting. */
  requests: { running: 50, waiting: 2000, perKey: 60 },
  /** Time in which a push service must answer. */
  answerMs: 5_000,
  /** How long a push service keeps a missed call or a message for an offline device, in seconds. */
  keptSeconds: 24 * 3600,
  /** Seconds for which it keeps the news that a call was answered or rejected elsewhere. */
  endKeptSeconds: 60,
  /** Characters of a name in a push. */
  nameLength: 60,
  /** A payload is filled up to a multiple of these bytes, so that its size tells little (RFC 8291 §3). */
  payloadBytes: 1024,
} as const;

/** Limits of one account. */
export const ACCOUNT_LIMITS = {
  /** Sessions; the least recently used is removed first. */
  sessions: 10,
  /**
   * Messages of one mailbox; above this the oldest read messages are removed. If all are unread, the mailbox
   * is full.
   */
  messages: 2000,
} as const;

/**
 * Requests of one account for the names of addresses (decision D61), each for up to 50 addresses: enough for a
 * long history, too few to list an organisation by guessing.
 */
export const NAME_LIMITS = { burst: 40, perSecond: 0.1 } as const;

/** Pictures of one account (decision D67). */
export const PICTURE_LIMITS = {
  /** The own picture, and those of contacts. */
  perAccount: 300,
  /** Uploads of one account. */
  uploads: { burst: 20, perSecond: 0.1 },
  /** How long a browser may keep a picture; a new one has a new address. */
  keptSeconds: 30 * 24 * 3600,
} as const;

/** How long a task of the built-in captcha is valid: the time to fill in a form, breaks included (WCAG 2.2 SC 2.2.1). */
export const CAPTCHA_LIMITS = { lifetimeMs: 60 * 60 * 1000 } as const;

/** The lock by which one server has a PostgreSQL database. */
export const SERVER_LOCK_LIMITS = {
  /** How long a start waits for a server that is just ending. */
  waitMs: 3_000,
  /** Time between two attempts to take the lock, and two questions whether it is still there. */
  retryMs: 500,
  askMs: 2_000,
  /** Time without an answer after which the session is taken for lost. */
  answerMs: 5_000,
  /** Time without a question after which PostgreSQL ends the session of one of several processes, which hangs. */
  hangMs: 20_000,
} as const;

/** PostgreSQL. */
export const DATABASE_LIMITS = {
  connections: 10,
  connectMs: 5_000,
  /**
   * Time after which PostgreSQL ends a statement, and time without an answer after which this server takes
   * the connection for lost.
   */
  statementMs: 15_000,
  silenceMs: 20_000,
  /**
   * Time after which PostgreSQL ends an idle transaction, so that a process that hangs does not keep its
   * locks.
   */
  idleTransactionMs: 30_000,
} as const;

/** Moving all data to another database (decision D103). */
export const MOVE_LIMITS = {
  /** Rows, and UTF-16 units of their texts, that are written at a time. */
  portionRows: 500,
  portionLength: 1_000_000,
  /** Rows that are read at a time from PostgreSQL: few, because the text of a call may have a megabyte. */
  fetchedRows: 50,
  /** Rows of one table after which the operator reads how many there are so far. */
  rowsPerLine: 100_000,
  /** Time without an answer after which PostgreSQL is taken for lost. */
  silenceMs: 60_000,
} as const;

/** Records of calls (decision D93). */
export const CALL_RECORD_LIMITS = {
  /** Records that are kept; above it the hourly sweep removes the oldest. */
  records: 1_000_000,
  /**
   * Calls of one account that are recorded, and of all callers without an account; further calls are counted only, so
   * that one account cannot push the records of others out.
   */
  ofAccount: { burst: 500, perSecond: 0.5 },
  ofAnonymous: { burst: 500, perSecond: 1 },
  /** Records that wait for the database; while it does not answer, further ones are dropped. */
  waiting: 20_000,
  /** How long changes of a record are collected before they are written, and how many are written at once. */
  writeMs: 250,
  atOnce: 200,
  /** Pause after a write that has failed. */
  retryMs: 5_000,
  /** Interval at which the server notes that it runs. */
  clockMs: 60_000,
  /** Characters of a Call-ID and of an address that are kept. */
  textLength: 255,
} as const;

/** The listener of the metrics. */
export const METRICS_LIMITS = {
  connections: 20,
  /** Time in which a request must arrive; interval of the checks. */
  requestMs: 5_000,
  checkMs: 1_000,
} as const;

/** The data folder. */
export const STORAGE_LIMITS = {
  /** Free bytes of its disk below which `/readyz` says that the server cannot do its work. */
  leastFreeBytes: 50 * MB,
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
  /**
   * Failed logins from one browser in which this account has logged in before: in a minute, and in an hour.
   */
  device: { tries: 10, windowMs: 60_000 },
  deviceLong: { tries: 100, windowMs: 3_600_000 },
  /**
   * Argon2id computations: each occupies one of Node's four threads and takes 19 MiB. `perKey` is per
   * address, IPv6 by /56, which one home connection has. `reserved` places are for users with a session or a link, and
   * for browsers in which the account has logged in before.
   */
  hashing: { running: 2, waiting: 120, reserved: 20, perKey: 10 },
} as const;

/** The cookie that marks a browser for each account that has logged in with it. */
export const DEVICE_LIMITS = {
  /** Accounts that one browser is marked for; the one with the oldest login is dropped first. */
  accounts: 8,
  /** A mark expires one year after the last login. */
  lifetimeMs: 365 * 24 * 3_600_000,
} as const;

/** The export of one's own data, and the deletion of one's own account (decision D96). */
export const OWN_DATA_LIMITS = {
  /**
   * Wrong passwords of a logged-in user, for both: of one session, and of all sessions of the account. One session
   * gets only a part of the latter, so that a thief with a session does not lock the user out.
   */
  passwords: { tries: 5, windowMs: 600_000 },
  passwordsLong: { tries: 10, windowMs: 3_600_000 },
  passwordsOfAccount: { tries: 30, windowMs: 3_600_000 },
  exports: { tries: 5, windowMs: 3_600_000 },
  /** Exports at a time: of one account, in all, and those that wait, for up to `waitMs`. */
  running: { perKey: 1, inAll: 8, waitingPerKey: 1, waiting: 20, waitMs: 8_000 },
  /** A client that reads nothing for `stallMs`, or needs more than `exportMs` in all, is disconnected. */
  stallMs: 60_000,
  exportMs: 3_600_000,
  /** While all places are taken, so is a client that reads slower than this, over the time for which it is waited for. */
  leastPace: { bytesPerSecond: 64_000, overMs: 60_000 },
  /** Bytes of calls, and pictures, that are read in one turn of the event loop. */
  bytesPerTurn: 250_000,
  picturesPerTurn: 10,
  /** Bytes of `audit.log`, from its end, that are searched for entries. */
  auditBytes: 100_000_000,
  /** One process carries out a deletion for this time; if it ends before, the removal is continued afterwards. */
  claimMs: 600_000,
  /** Interval at which due deletions are carried out. */
  checkMs: 60_000,
} as const;

/** Sign-in at an OpenID Connect provider (decision D99). */
export const PROVIDER_LIMITS = {
  /** How long one answer of the provider may take, and its bytes. */
  answerMs: 5_000,
  answerBytes: 512 * 1024,
  /** What the provider says of itself is read again after this time; after a failure it is asked again after `retryMs`. */
  metadataMs: 3_600_000,
  retryMs: 5_000,
  /** How long a user may take to sign in at the provider. */
  begunMs: 900_000,
  /** Difference of the clocks of both servers. */
  skewMs: 60_000,
  /** Age of a logout token, and its length. */
  logoutTokenMs: 300_000,
  logoutTokenLength: 8_192,
  /** Length of a claim that is used, and of the path to which a user returns. */
  claimLength: 255,
  returnPathLength: 1_000,
  /** Longest ID token that is shown at the log-out, because it is in an address. */
  hintLength: 4_000,
  /** Usernames that are tried for a new account before a random one. */
  usernames: 20,
  /** Requests of one network address in a minute. */
  requests: 240,
} as const;

/** The second step of the log-in (decision D100). */
export const SECOND_FACTOR_LIMITS = {
  /** Wrong codes of an authenticator app for one account, from all addresses: in ten minutes, and in a day. */
  codes: { tries: 5, windowMs: 600_000 },
  codesLong: { tries: 30, windowMs: 86_400_000 },
  /** Wrong codes of authenticator apps from one address for all accounts; IPv6 by /64. */
  addresses: { tries: 30, windowMs: 600_000 },
  /** How long a user may take for the second step, for a new app or a passkey. */
  ticketMs: 600_000,
} as const;

/** The console for operators and administrators (decision D98). */
export const CONSOLE_LIMITS = {
  /** Requests from one network address in a minute: of each kind, and tables that replace the directory. */
  requests: 600,
  directoryTables: 20,
  /** Records that are read in one turn of the event loop, looked through for one page, and added up for the numbers. */
  recordsPerTurn: 500,
  recordsPerPage: 20_000,
  recordsAdded: 500_000,
  /** Addresses of people with the searched name, by which calls are found. */
  namesakes: 500,
  /** Bytes of the audit that are looked through for one page, and from its end for the accounts of an organisation. */
  auditBytesPerPage: 4_000_000,
  auditBytes: 100_000_000,
  /** Searches and sums at a time: of one user, in all, and those that wait, for up to `waitMs`. */
  looking: { perKey: 2, inAll: 4, waitingPerKey: 4, waiting: 40, waitMs: 8_000 },
  /** Services and entries of the directory that the console adds, of one organisation and of all together. */
  services: 1_000,
  directoryEntries: 10_000,
  /** One-click links of one organisation that work. */
  links: 1_000,
} as const;

/** Mails that visitors and users cause. */
export const MAIL_LIMITS = {
  /** Links to a new password for one account. */
  resets: { tries: 5, windowMs: 3_600_000 },
  /** The same by operators and administrators, so that strangers do not use up theirs. */
  passwordLinks: { tries: 5, windowMs: 3_600_000 },
  /** Links that confirm a new e-mail address of one account. */
  emailChanges: { tries: 5, windowMs: 3_600_000 },
  /** Notices of a changed password to one account. */
  notices: { tries: 5, windowMs: 3_600_000 },
  /** Mails to one e-mail address that has not been confirmed. */
  strangers: { tries: 5, windowMs: 3_600_000 },
  /** Mails caused from one network address, IPv6 by /64; a whole office may be behind it. */
  visitor: { tries: 60, windowMs: 3_600_000 },
} as const;

/** Limits of attempts (`…: { tries, windowMs }`): keys that each of them remembers. */
export const ATTEMPT_LIMITS = { keys: 100_000 } as const;

/** What is remembered for a short time: for how long, and how much of each kind; above it the oldest is forgotten. */
export const SHORT_LIVED_LIMITS = {
  /** Solved tasks of the built-in captcha; longer than a task is valid, for clocks that differ. */
  captcha: { forMs: CAPTCHA_LIMITS.lifetimeMs + 300_000, most: 100_000 },
  /** Network addresses from which an account has logged in. */
  familiar: { forMs: 30 * 24 * 3_600_000, most: 100_000 },
  /** The address of an export of one's own data, which is good for one request. */
  export: { forMs: 60_000, most: 1_000 },
  /** What a session needs a sign-in at the provider for; who has signed in there and may begin a session. */
  wish: { forMs: 300_000, most: 10_000 },
  entrant: { forMs: 300_000, most: 10_000 },
  /** Users who have signed in there once more, for one download or deletion. */
  proof: { forMs: 300_000, most: 10_000 },
  /** Logout tokens of the provider, longer than their age and the difference of clocks; the sign-ins that they end. */
  logoutToken: { forMs: PROVIDER_LIMITS.logoutTokenMs + 2 * PROVIDER_LIMITS.skewMs, most: 10_000 },
  endedAtProvider: { forMs: 900_000, most: 10_000 },
  /** Accounts whose password was changed with a session alone, so that it does not prove who the user is. */
  newPassword: { forMs: 3_600_000, most: 100_000 },
  /** Sessions of the console that have shown the password, and may change something. */
  confirmed: { forMs: 15 * 60_000, most: 1_000 },
  /** Log-ins that wait for the second step; the secrets of apps that no code has confirmed yet, encrypted. */
  begunLogin: { forMs: SECOND_FACTOR_LIMITS.ticketMs, most: 10_000 },
  begunApp: { forMs: SECOND_FACTOR_LIMITS.ticketMs, most: 10_000 },
  /** Challenges for a new passkey, and for the second step by a passkey; each can be used once. */
  newPasskey: { forMs: SECOND_FACTOR_LIMITS.ticketMs, most: 10_000 },
  passkeyStep: { forMs: SECOND_FACTOR_LIMITS.ticketMs, most: 10_000 },
} as const;

/** A turn over all server processes: how often it is kept alive, and when PostgreSQL takes it from a process that hangs. */
export const TURN_LIMITS = { beatMs: 2_000, hangMs: 10_000 } as const;

/** Several server processes on one PostgreSQL database (decision D105). */
export const COORDINATION_LIMITS = {
  /** Bytes of one notification; PostgreSQL takes less than 8000. */
  notificationBytes: 7_000,
  /** Changes that wait to be told to the other processes; above it they are told that anything may have changed. */
  waitingChanges: 10_000,
  /** After an interruption, event streams are told that anything may have changed: accounts in one step, and its length. */
  accountsPerStep: 50,
  stepMs: 100,
  /** How long a process waits for the answer of the one that leads. */
  answerMs: 2_000,
  /** After an interruption, the process that led tries to lead again; the others wait for this time. */
  othersWaitMs: 3_000,
  /** Pause after work of the leader that could not begin. */
  beginAgainMs: 5_000,
  /** Difference of the clock of this machine and that of the database above which a process does not start, or lead. */
  clockMs: 60_000,
  /** Lines about notifications that cannot be read: burst, and rate per second. */
  logLines: { burst: 5, perSecond: 1 / 60 },
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
  /** Calls of callers without an account at a time: in total, and from one network address. */
  readonly anonymousCalls: number;
  readonly anonymousCallsPerAddress: number;
  /** Bytes of history: of one account, and of all callers without an account together. */
  readonly historyBytes: number;
  readonly anonymousHistoryBytes: number;
  /**
   * Connections to the web port, SIP included: in total, and from one network address. Connections through a
   * trusted proxy have no limit per address.
   */
  readonly connections: number;
  readonly connectionsPerAddress: number;
  readonly waitingMails: number;
  readonly sipConnections: ConnectionLimits;
  readonly mailboxCalls: number;
  /** Minutes of the mailbox that one caller may use in an hour. */
  readonly mailboxMinutes: number;
  /** Calls with a WebRTC stack; absent = derived from the cores and memory of this machine. */
  readonly mediaCalls: number | undefined;
  /** Calls through the text gateway at a time. */
  readonly textGatewayCalls: number;
  /** Answers to STUN requests per second. */
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
  textGatewayCalls: TEXT_GATEWAY_LIMITS.calls,
  stunAnswers: STUN_LIMITS.answersPerSecond,
};
