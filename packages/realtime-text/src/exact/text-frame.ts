/**
 * One message of text that both ends count (ADR 26): a T.140 control string, SOS … ST (ITU-T T.140 §8), and
 * T.140 characters. A reader that does not know the string ignores it.
 *
 *     SOS "P" position ";" kept ";" have [ "?" ] ST characters
 */
export type TextFrame = {
  /** Number of code points that the writer has sent in the call before `characters`. */
  readonly position: number;
  /** The first position whose text the writer can still send; all before it is reported or given up. */
  readonly kept: number;
  /** Number of code points that the writer has received in the call, without a gap. */
  readonly have: number;
  /** The writer misses the text from `have` on and asks for it. */
  readonly isAsking: boolean;
  readonly characters: string;
};

/** Numbers have at most twelve digits, so that their sums are exact. */
const FRAME = /^\u0098P(\d{1,12});(\d{1,12});(\d{1,12})(\??)\u009C/;

export const writeFrame = ({ position, kept, have, isAsking, characters }: TextFrame): string =>
  `\u0098P${position};${kept};${have}${isAsking ? '?' : ''}\u009C${characters}`;

/** The frame in a received message; undefined for text that is not counted. It never throws. */
export function readFrame(data: string): TextFrame | undefined {
  const [head, position, kept, have, asking] = FRAME.exec(data) ?? [];
  if (head === undefined || Number(kept) > Number(position)) return undefined;
  return {
    position: Number(position),
    kept: Number(kept),
    have: Number(have),
    isAsking: asking === '?',
    characters: countable(data.slice(head.length)),
  };
}

/** The control string at the front of a message that {@link readFrame} reads. */
export const frameHeadOf = (data: string): string => FRAME.exec(data)?.[0] ?? '';

/**
 * The characters that count: U+FEFF, which only begins a session, does not, and what UTF-8 cannot carry
 * becomes U+FFFD, as on the wire.
 */
export const countable = (characters: string): string =>
  characters.replaceAll('\uFEFF', '').replaceAll(/\p{Cs}/gu, '\uFFFD');
