import { type DecoderState, decode, initialDecoder } from '@samtal/realtime-text';
import { frameHeadOf, readFrame } from '@samtal/realtime-text/frame';
import type { TextMessage, TextRecord } from './text-records.ts';

/** Characters that are listed. */
export const MOST_CHARACTERS = 10_000;

/** What a character does at its reader, where that is more than being shown (ITU-T T.140 §8). */
export type Role =
  | 'erases'
  | 'newLine'
  /** The line feed behind a carriage return. */
  | 'newLineEnd'
  | 'alert'
  | 'missing'
  | 'space'
  | 'signature'
  | 'interrupt'
  | 'sgr'
  /** Begins a control sequence, belongs to one, or ends one. */
  | 'sequence'
  | 'string'
  | 'stringEnd'
  | 'ignored'
  /** Belongs to the count at the front of counted text (decision D82). */
  | 'count'
  /** Counted text that was carried before. */
  | 'again'
  /** Counted text that is not read yet, because text before it is missing. */
  | 'ahead'
  /** Part of a message that is too long to be read. */
  | 'unread';

export type Delivery = 'delivered' | 'inDoubt' | 'notForwarded' | 'onItsWay';

export type CharacterRow = {
  /** Number of the character in the call, from 1. */
  readonly number: number;
  readonly message: TextMessage;
  /** Place in the message, from 1. */
  readonly place: number;
  readonly codePoint: number;
  readonly role: Role | undefined;
  /** Position of own counted text; undefined for all other characters. */
  readonly position: number | undefined;
};

export type CharacterList = {
  /** The newest characters, at most {@link MOST_CHARACTERS}, oldest first. */
  readonly rows: readonly CharacterRow[];
  /** Own counted text before this position has been reported by the other end. */
  readonly reported: number;
  /** Own counted text before this position was given up. */
  readonly givenUp: number;
};

/** State of one direction. */
type Direction = {
  readonly decoder: DecoderState;
  readonly carrier: TextMessage['carrier'] | undefined;
  /** Position behind the counted text that was written, or read, so far; undefined before the first. */
  readonly end: number | undefined;
};

const initialDirection: Direction = { decoder: initialDecoder, carrier: undefined, end: undefined };

const SURROGATE = /^\p{Cs}$/u;

/** What a character does that belongs to no sequence, or begins one. */
function roleOutside(character: string, mode: DecoderState['mode']): Role | undefined {
  if (mode === 'escape' || mode === 'control') return 'sequence';
  if (mode === 'string') return 'string';
  switch (character) {
    case '\b':
      return 'erases';
    case '\u0007':
      return 'alert';
    case '\t':
      return 'space';
    case '\uFEFF':
      return 'signature';
    case '\uFFFD':
      return 'missing';
    case '\n':
    case '\r':
    case '\u0085':
    case '\u2028':
    case '\u2029':
      return 'newLine';
    default:
      return /^[\u0000-\u001F\u007F-\u009F]$/.test(character) ? 'ignored' : undefined;
  }
}

/** What the last character of a sequence says of the whole. */
function roleOfLast(before: DecoderState, character: string): Role {
  if (before.mode === 'escape' && before.swallowed === 0 && character === 'a') return 'interrupt';
  return before.mode === 'control' && character === 'm' ? 'sgr' : 'sequence';
}

/**
 * Reads one character as the decoder of the other end does, which this side's decoder stands for.
 * @returns the decoder behind it, and what it does
 */
function readCharacter(
  before: DecoderState,
  character: string,
): { readonly decoder: DecoderState; readonly role: Role | undefined } {
  // Most characters are letters outside of any sequence.
  if (before.mode === 'text' && /^[ -~]$/.test(character)) return { decoder: before, role: undefined };
  // No wire carries a surrogate, and the decoder would wait for the other half.
  if (SURROGATE.test(character)) return { decoder: decode(before, '\uFFFD').state, role: 'missing' };
  const { state: decoder, elements } = decode(before, character);
  const { mode } = decoder;
  if (elements.length > 0) return { decoder, role: roleOutside(character, mode) };
  switch (before.mode) {
    case 'carriageReturn':
      return { decoder, role: character === '\n' ? 'newLineEnd' : roleOutside(character, mode) };
    case 'escape':
    case 'control': {
      const isInside = /^[ -~]$/.test(character);
      if (!isInside) return { decoder, role: roleOutside(character, mode) };
      const isLast = mode === 'text';
      return { decoder, role: isLast ? roleOfLast(before, character) : roleOutside(character, mode) };
    }
    case 'string':
    case 'stringEscape': {
      const isEnd = character === '\u009C' || (before.mode === 'stringEscape' && character === '\\');
      if (isEnd) return { decoder, role: 'stringEnd' };
      const isInside = mode === 'string' || mode === 'stringEscape';
      return { decoder, role: isInside ? 'string' : roleOutside(character, mode) };
    }
    case 'text':
      return { decoder, role: roleOutside(character, mode) };
  }
}

/** U+FEFF only begins a session: it does not count in counted text, and a channel may carry it alone. */
const SIGNATURE = '\uFEFF';

/**
 * Reads the messages of a record as they come, and keeps the newest rows. A message is read once; what became of it may
 * change later (`deliveryOf`).
 */
export function createCharacterReader(record: Pick<TextRecord, 'messages'>) {
  let rows: CharacterRow[] = [];
  let last: TextMessage | undefined;
  let own = initialDirection;
  let other = initialDirection;
  let reported = 0;
  let givenUp = 0;
  let highest = 0;

  function takeReport(have: number): void {
    // A report of more than was written counts for nothing, here as in the call.
    if (have <= highest) reported = Math.max(reported, have);
  }

  function read(message: TextMessage): void {
    const { isOwn, isCounted, carrier, isRead } = message;
    const direction = isOwn ? own : other;
    const isOtherTransport = direction.carrier !== undefined && direction.carrier !== carrier;
    // Text that is not counted begins anew on another transport (RFC 8865 §5.4).
    let decoder = isOtherTransport && !isCounted ? initialDecoder : direction.decoder;
    if (!isRead) decoder = decode(decoder, '\uFFFD').state;
    // What UTF-8 cannot carry left as U+FFFD.
    const characters = isOwn ? message.characters.replaceAll(/\p{Cs}/gu, '\uFFFD') : message.characters;
    const frame = isCounted && isRead ? readFrame(characters) : undefined;
    const headLength = frame === undefined ? 0 : frameHeadOf(characters).length;
    const isUndecoded = frame !== undefined || (carrier === 'dataChannel' && characters === SIGNATURE);
    // Where the record begins, nothing is known of the text before.
    const have = Math.max(direction.end ?? frame?.position ?? 0, isOwn ? 0 : (frame?.kept ?? 0));
    const isAhead = frame !== undefined && !isOwn && frame.position > have;
    let position = frame?.position ?? 0;

    /** What a character does, and its position if it is counted. */
    function judge(character: string): { readonly role: Role | undefined; readonly at?: number } {
      if (!isRead) return { role: 'unread' };
      if (character === SIGNATURE && isUndecoded) return { role: 'signature' };
      const at = position;
      if (frame !== undefined) position++;
      if (isAhead) return { role: 'ahead', at };
      if (frame !== undefined && at < have) return { role: 'again', at };
      const step = readCharacter(decoder, character);
      decoder = step.decoder;
      return { role: step.role, at };
    }

    let units = 0;
    // Of a very long message only the end is kept.
    let place = message.size - Array.from(characters).length;
    const before = message.total - message.size;
    for (const character of characters) {
      const { role, at } = units < headLength ? { role: 'count' as const } : judge(character);
      units += character.length;
      rows.push({
        number: before + ++place,
        message,
        place,
        codePoint: character.codePointAt(0) ?? 0,
        role,
        position: isOwn && frame !== undefined ? at : undefined,
      });
    }
    const end = frame === undefined ? direction.end : Math.max(have, isAhead ? 0 : position);
    const after: Direction = { decoder, carrier, end };
    if (isOwn) {
      own = after;
      highest = Math.max(highest, position);
      givenUp = Math.max(givenUp, frame?.kept ?? 0);
    } else {
      other = after;
      if (frame !== undefined) takeReport(frame.have);
    }
  }

  return {
    read(): CharacterList {
      const messages = record.messages();
      const from = last === undefined ? 0 : messages.lastIndexOf(last) + 1;
      for (const message of messages.slice(from)) read(message);
      last = messages.at(-1) ?? last;
      if (rows.length > MOST_CHARACTERS) rows = rows.slice(-MOST_CHARACTERS);
      return { rows: [...rows], reported, givenUp };
    },
  };
}

/**
 * What became of a sent character; undefined for received ones, and where nothing is known of it.
 * @param isOver the call is over, so nothing more will be known
 */
export function deliveryOf(
  { message, role, position, codePoint }: CharacterRow,
  { reported, givenUp }: Pick<CharacterList, 'reported' | 'givenUp'>,
  isOver: boolean,
): Delivery | undefined {
  const { outcome, isOwn, isCounted } = message;
  if (!isOwn) return undefined;
  if (outcome === 'away') return 'notForwarded';
  if (outcome === 'taken' || (position !== undefined && position < reported)) return 'delivered';
  if (outcome === 'lost') return 'inDoubt';
  // What begins a session, and what counts the text, is not reported.
  if (codePoint === 0xfeff || role === 'count' || (isCounted && position === undefined)) return undefined;
  return isOver || (position !== undefined && position < givenUp) ? 'inDoubt' : 'onItsWay';
}
