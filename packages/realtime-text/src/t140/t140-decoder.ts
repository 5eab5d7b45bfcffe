/** An element of a stream of T.140 characters. */
export type TextElement =
  | { readonly kind: 'text'; readonly text: string }
  /** BS: erases the author's last grapheme. */
  | { readonly kind: 'erase' }
  | { readonly kind: 'newLine' }
  /** BEL: knock-knock (RTT-11). */
  | { readonly kind: 'alert' }
  /** U+FFFD: text was lost on the way. */
  | { readonly kind: 'missing' };

/**
 * The decoder's state after a chunk, which may end inside a CR LF pair, an escape sequence or a surrogate
 * pair.
 */
export type DecoderState = {
  readonly mode: 'text' | 'carriageReturn' | 'escape' | 'control' | 'string' | 'stringEscape';
  /** Characters skipped in the current control sequence or string. */
  readonly swallowed: number;
  readonly highSurrogate: string;
};

export const initialDecoder: DecoderState = { mode: 'text', swallowed: 0, highSurrogate: '' };

/**
 * Longest control string, in characters. An unterminated one ends there, so that it cannot hide the rest of a
 * call (T12).
 */
const LONGEST_STRING = 1024;
/** Longest control or escape sequence, in characters; those of T.140 are much shorter (T11). */
const LONGEST_CONTROL = 64;

const ESCAPE = '\u001B';
const CSI = '\u009B';
const SOS = '\u0098';
const ST = '\u009C';

/** A run of printable characters, which most text consists of. */
const PLAIN =
  /[\u0020-\u007E\u00A0-\u2027\u202A-\uD7FF\uE000-\uFEFE\uFF00-\uFFFC\uFFFE\uFFFF\u{10000}-\u{10FFFF}]+/uy;

const isHighSurrogate = (character: string): boolean => /^[\uD800-\uDBFF]$/.test(character);
const isLoneSurrogate = (character: string): boolean => /^[\uD800-\uDFFF]$/.test(character);
const isControl = (character: string): boolean => /^[\u0000-\u001F\u007F-\u009F]$/.test(character);

type Mode = DecoderState['mode'];

function plainRunAt(text: string, index: number): string {
  PLAIN.lastIndex = index;
  return PLAIN.exec(text)?.[0] ?? '';
}

/**
 * The element for a character outside every sequence; undefined if a reader sees nothing of the character.
 */
function elementOf(character: string): TextElement | undefined {
  switch (character) {
    case '\b':
      return { kind: 'erase' };
    case '\u0007':
      return { kind: 'alert' };
    case '\uFFFD':
      return { kind: 'missing' };
    case '\n':
    case '\r':
    // NEL of ISO 6429 is a line break in text of any origin (The Unicode Standard §5.8).
    case '\u0085':
    case '\u2028':
    case '\u2029':
      return { kind: 'newLine' };
    case '\t':
      return { kind: 'text', text: ' ' };
    case '\uFEFF':
      return undefined;
    default:
      if (isLoneSurrogate(character)) return { kind: 'missing' };
      return isControl(character) ? undefined : { kind: 'text', text: character };
  }
}

/** The mode after a character outside every sequence. */
function modeOpenedBy(character: string): Mode {
  if (character === ESCAPE) return 'escape';
  if (character === CSI) return 'control';
  if (character === SOS) return 'string';
  return character === '\r' ? 'carriageReturn' : 'text';
}

/**
 * The mode after a character of an escape sequence, which has intermediate characters and one final character
 * (ISO 6429 §5.3, ISO 2022 §13.2). Undefined if the character does not belong to the sequence.
 */
function modeAfterEscape(swallowed: number, character: string): Mode | undefined {
  if (swallowed >= LONGEST_CONTROL || !/^[\u0020-\u007E]$/.test(character)) return undefined;
  if (/^[\u0020-\u002F]$/.test(character)) return 'escape';
  if (swallowed > 0) return 'text';
  if (character === '[') return 'control';
  return character === 'X' ? 'string' : 'text';
}

/**
 * The mode after a character inside a sequence; undefined if the character does not belong to the sequence
 * and is read as text.
 */
function stepSequence(mode: Mode, swallowed: number, character: string): Mode | undefined {
  switch (mode) {
    case 'text':
      return undefined;
    case 'carriageReturn':
      return character === '\n' ? 'text' : undefined;
    case 'escape':
      return modeAfterEscape(swallowed, character);
    case 'control':
      if (swallowed >= LONGEST_CONTROL || !/^[\u0020-\u007E]$/.test(character)) return undefined;
      return /^[\u0040-\u007E]$/.test(character) ? 'text' : 'control';
    case 'string':
      if (swallowed >= LONGEST_STRING) return undefined;
      if (character === ST) return 'text';
      return character === ESCAPE ? 'stringEscape' : 'string';
    case 'stringEscape':
      return character === '\\' ? 'text' : 'string';
  }
}

/** The elements of one chunk, and the state for the next chunk. */
export type Decoded = { readonly state: DecoderState; readonly elements: readonly TextElement[] };

/**
 * Decodes one chunk; it never throws. A sequence that the chunk cuts is completed by the next chunk (T3,
 * T11).
 */
export function decode(state: DecoderState, chunk: string): Decoded {
  const elements: TextElement[] = [];
  let { mode, swallowed } = state;
  let text = '';
  const push = (element: TextElement | undefined): void => {
    if (element?.kind === 'text') text += element.text;
    else if (element !== undefined) {
      if (text !== '') elements.push({ kind: 'text', text });
      text = '';
      elements.push(element);
    }
  };

  const whole = state.highSurrogate + chunk;
  const cut = isHighSurrogate(whole.slice(-1)) ? whole.slice(-1) : '';
  for (let index = 0; index < whole.length - cut.length; ) {
    const plain = mode === 'text' ? plainRunAt(whole, index) : '';
    index += plain.length;
    text += plain;
    if (index >= whole.length - cut.length) break;
    const character = String.fromCodePoint(whole.codePointAt(index) ?? 0);
    index += character.length;
    const next = stepSequence(mode, swallowed, character);
    if (next === undefined) {
      mode = modeOpenedBy(character);
      swallowed = 0;
      push(elementOf(character));
    } else {
      mode = next;
      swallowed = next === 'text' ? 0 : swallowed + 1;
    }
  }
  if (text !== '') elements.push({ kind: 'text', text });
  return { state: { mode, swallowed, highSurrogate: cut }, elements };
}
