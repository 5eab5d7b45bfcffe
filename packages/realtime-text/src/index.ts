/**
 * Real-time text (ITU-T T.140, RFC 8865) without I/O: the decoder of what arrives, the outbox that turns edits of a text
 * field into characters and remembers what has been confirmed, gaps and doubts, the outbox for the characters of a
 * program, the pace of both, and the SDP of text. Used by the calling core, by the client's signalling and by the server
 * agents. Start with `outbox.ts`, `pace.ts` and `t140-decoder.ts`. Text that both ends count (`exact/exact-text.ts`) has an
 * entry of its own, `exact/exact-machine.ts`.
 */

export { commonPrefixLength } from './common-length.ts';
export type { Conversation, Run } from './conversation/conversation.ts';
export { authorWrote, changeBetween, textOf } from './conversation/conversation.ts';
export { markCut, markDoubts } from './conversation/conversation-marks.ts';
export type { Doubt, DoubtInWords, TextRange } from './conversation/doubts.ts';
export { arrivedText, doubtfulRanges, doubtsInWords } from './conversation/doubts.ts';
export { keepNewestOf } from './conversation/keep-newest.ts';
export { receiveText } from './conversation/received-text.ts';
export { applyToText } from './conversation/text-log.ts';
export type { ExactTextMachine } from './exact/exact-machine.ts';
export type { ExactSnapshot } from './exact/exact-snapshot.ts';
export type { ExactEvent, ExactTimer } from './exact/exact-text.ts';
export type { OwnText, T140Channel, TextSupport } from './sdp/sdp.ts';
export {
  addTextToSdp,
  answerChannel,
  applyBandwidth,
  cutTextMedia,
  readTextFromSdp,
  stripTextFromSdp,
  T140_STREAM_ID,
  T140_SUBPROTOCOL,
  USUAL_CPS,
} from './sdp/sdp.ts';
export type { Direction, SdpSections } from './sdp/sdp-sections.ts';
export { directionOf, isRefused, joinSdp, kindOf, splitSdp } from './sdp/sdp-sections.ts';
export type { EditVerdict } from './sending/edit.ts';
export { cleanText, judgeEdit } from './sending/edit.ts';
export type { Chunk, OutboxEvent, OutboxState } from './sending/outbox.ts';
export { initialOutbox, isUnderWay, stepOutbox, unconfirmedText } from './sending/outbox.ts';
export type { OutboxTransport } from './sending/pace.ts';
export type { StreamOutboxEvent } from './sending/stream-outbox.ts';
export { initialStreamOutbox, stepStreamOutbox } from './sending/stream-outbox.ts';
export { BACKSPACE, BELL, LINE_SEPARATOR, MISSING_TEXT_MARK } from './t140/characters.ts';
export { graphemeBoundaryAfter, graphemesOf, takeGraphemes } from './t140/graphemes.ts';
export type { Decoded, DecoderState, TextElement } from './t140/t140-decoder.ts';
export { decode, initialDecoder } from './t140/t140-decoder.ts';
export type { TextTransport, TransportChoice } from './transport.ts';
export { chooseTransport } from './transport.ts';
