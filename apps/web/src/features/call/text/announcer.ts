/**
 * Decides what a screen reader says of text that grows letter by letter (standards for live text: whole lines, or
 * what has come when the writer pauses; never single letters). After a correction only the final words are said.
 */
export type AnnouncerState = {
  /** The part of the text that has been said. */
  readonly said: string;
  readonly text: string;
  /** When the oldest letter not yet said came, in milliseconds. */
  readonly waitingSince: number | undefined;
};

export type AnnouncerStep = {
  readonly state: AnnouncerState;
  /** Words to say now; empty for none. */
  readonly words: string;
  /** Whether to come back after {@link PAUSE_MS} without further letters. */
  readonly waits: boolean;
};

/** A pause of this length ends a phrase. */
export const PAUSE_MS = 1200;

/** Nobody who writes without a pause is kept back longer than this; then whole words are said. */
export const LONGEST_WAIT_MS = 5000;

export const initialAnnouncer: AnnouncerState = { said: '', text: '', waitingSince: undefined };

function commonLength(one: string, other: string): number {
  const limit = Math.min(one.length, other.length);
  let length = 0;
  while (length < limit && one[length] === other[length]) length++;
  return length;
}

/** A correction inside what was said takes the whole word back, so that it is said again as it reads now. */
function stillSaid(said: string, text: string): string {
  if (text.startsWith(said)) return said;
  const common = said.slice(0, commonLength(said, text));
  return common.slice(0, common.search(/\S*$/u));
}

function sayUpTo(said: string, text: string, end: number, now: number): AnnouncerStep {
  const words = text.slice(said.length, end).trim();
  const isEverything = end === text.length;
  return {
    state: { said: text.slice(0, end), text, waitingSince: isEverything ? undefined : now },
    words,
    waits: !isEverything,
  };
}

/** The other party's text now reads `text`. */
export function textChanged(state: AnnouncerState, text: string, now: number): AnnouncerStep {
  const said = stillSaid(state.said, text);
  if (said.length === text.length)
    return { state: { said, text, waitingSince: undefined }, words: '', waits: false };
  const endOfLine = text.lastIndexOf('\n') + 1;
  if (endOfLine > said.length) return sayUpTo(said, text, endOfLine, now);
  const waitingSince = state.waitingSince ?? now;
  const endOfWord = text.search(/\S*$/u);
  if (now - waitingSince >= LONGEST_WAIT_MS && endOfWord > said.length)
    return sayUpTo(said, text, endOfWord, now);
  return { state: { said, text, waitingSince }, words: '', waits: true };
}

/** No letter has come for {@link PAUSE_MS}. */
export const pauseElapsed = ({ said, text }: AnnouncerState, now: number): AnnouncerStep =>
  sayUpTo(said, text, text.length, now);
