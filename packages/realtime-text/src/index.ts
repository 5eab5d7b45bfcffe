export { BACKSPACE, BELL, LINE_SEPARATOR, MISSING_TEXT_MARK } from './characters.ts';
export { commonPrefixLength } from './common-length.ts';
export type { Conversation, Run } from './conversation.ts';
export { authorWrote, emptyConversation } from './conversation.ts';
export type { EditVerdict } from './edit.ts';
export { cleanText, judgeEdit } from './edit.ts';
export { graphemeBoundaryAfter } from './graphemes.ts';
export { keepNewest } from './keep-newest.ts';
export type { Chunk, OutboxEffect, OutboxEvent, OutboxState, OutboxWire } from './outbox.ts';
export { hasUnsent, initialOutbox, readable, stepOutbox } from './outbox.ts';
export type { TextSupport } from './sdp.ts';
export {
  addTextToSdp,
  applyBandwidth,
  cutTextMedia,
  readTextFromSdp,
  stripTextFromSdp,
  T140_STREAM_ID,
  T140_SUBPROTOCOL,
} from './sdp.ts';
export type { Direction, SdpSections } from './sdp-sections.ts';
export { directionOf, isRefused, joinSdp, kindOf, splitSdp } from './sdp-sections.ts';
export type { DecoderState, TextElement } from './t140-decoder.ts';
export { decode, initialDecoder } from './t140-decoder.ts';
export { applyToText } from './text-log.ts';
export type { TextWire, WireChoice } from './wire.ts';
export { chooseWire } from './wire.ts';
