/**
 * SIP (RFC 3261) as the server needs it, without I/O: grammar, parsing and writing of messages, digest authentication
 * (RFC 8760) and transactions. Sockets, clock and random numbers are arguments. Start with `parse.ts`.
 */
export type { CSeq } from './cseq.ts';
export { parseCSeq } from './cseq.ts';
export type { Challenge, Credentials, Hash, HashAlgorithm } from './digest/auth-header.ts';
export {
  digestFields,
  parseChallenge,
  parseCredentials,
  writeCredentials,
} from './digest/auth-header.ts';
export {
  answerChallenge,
  createChallenges,
  hashA1,
  isEqualSecret,
  verifyCredentials,
} from './digest/digest.ts';
export type { NonceStore } from './digest/nonce-store.ts';
export { createNonceStore } from './digest/nonce-store.ts';
export type { Abilities, ElementRefusal } from './element-checks.ts';
export {
  answerOptions,
  checkAsProxy,
  checkAsRegistrar,
  checkAsUserAgent,
  mediaTypeOf,
} from './element-checks.ts';
export {
  addressOf,
  callIdOf,
  contactUriOf,
  cseqNumberOf,
  cseqOf,
  maxForwardsOf,
  sipUriOf,
} from './field-values.ts';
export { isToken, quote, splitOutside } from './grammar.ts';
export type { Header, SipMessage, SipRequest, SipResponse } from './message.ts';
export {
  header,
  headers,
  prependHeader,
  replaceFirst,
  tokens,
  withHeader,
} from './message.ts';
export type { NameAddr } from './name-addr.ts';
export { parseNameAddr, tagOf } from './name-addr.ts';
export type { ParseResult } from './parse.ts';
export { parseMessage, serialize } from './parse.ts';
export type { ResponseOptions } from './response.ts';
export { createResponse, isSuccess, reasonPhrase } from './response.ts';
export { ignoreOutcome } from './transactions/client-transactions.ts';
export type { Clock } from './transactions/timers.ts';
export { TRANSACTION_TIMEOUT_MS } from './transactions/timers.ts';
export type {
  ClientHandler,
  ClientTransaction,
  FlowId,
  Received,
  Reservation,
  ServerTransaction,
} from './transactions/transaction.ts';
export type { TransactionLayer } from './transactions/transaction-layer.ts';
export { createTransactionLayer } from './transactions/transaction-layer.ts';
export type { SipUri } from './uri.ts';
export { addressOfRecord, parseUri, toRequestUri } from './uri.ts';
export { isEqualUri } from './uri-equals.ts';
export type { Via } from './via.ts';
export { invalidHost, parseVia } from './via.ts';
