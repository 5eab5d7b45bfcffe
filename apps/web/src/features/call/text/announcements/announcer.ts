import { commonPrefixLength } from '@samtal/realtime-text';
import { isInsideWord, wordStart } from './word-start.ts';

/**
 * Decides what a screen reader says of text that grows letter by letter: whole lines or words, or what has come when
 * the writer pauses; never single letters, and never more often than a listener can follow (standards: A15). After a
 * correction only the final words are said.
 */
export type AnnouncerState = {
  /** The part of the text that has been said. */
  readonly said: string;
  readonly text: string;
  /** When the text last changed, in milliseconds. */
  readonly changedAt: number;
  /** When the oldest letter not yet said came. */
  readonly waitingSince: number | undefined;
  /** When something was said last. */
  readonly saidAt: number;
};

/** What is said of words as they come: finished lines, finished words, nothing. */
export type ReadAloud = 'line' | 'word' | 'off';

export type AnnouncerStep = {
  readonly state: AnnouncerState;
  /** Words to say now; empty for none. */
  readonly words: string;
  /** When to come back if nothing changes before, in milliseconds from now; undefined = no need. */
  readonly waitMs: number | undefined;
};

/** A pause of this length ends a phrase. */
export const PAUSE_MS = 1200;

/** Nobody who writes without a pause is kept back longer than this; then whole words are said. */
export const LONGEST_WAIT_MS = 5000;

/** The least time between two announcements: a second (A15), and a little more, for frames and timers come late. */
export const BREATH_MS = 1100;

/** UTF-16 units that are said at once: the longest paste (RTT-08), twice. */
export const MOST_SAID = 2000;

export const initialAnnouncer: AnnouncerState = {
  said: '',
  text: '',
  changedAt: 0,
  waitingSince: undefined,
  saidAt: Number.NEGATIVE_INFINITY,
};

/**
 * What of `said` still stands in `text`. A word that was said in part, or has been corrected since, is taken back
 * whole, so that it is said again as it reads now.
 */
function stillSaid(said: string, text: string): string {
  const common = commonPrefixLength(said, text);
  const isCut = isInsideWord(said, common) || isInsideWord(text, common);
  return text.slice(0, isCut ? wordStart(text, common) : common);
}

type Position = AnnouncerState & { readonly waitingSince: number };

/** Up to where the text may be said at `now`; the length of what has been said when nothing may. */
function dueEnd({ said, text, changedAt, waitingSince }: Position, now: number, mode: ReadAloud): number {
  if (now - changedAt >= PAUSE_MS) return text.length;
  const endOfLine = text.lastIndexOf('\n') + 1;
  const endOfWord = wordStart(text, text.length);
  const isLong = mode === 'word' || now - waitingSince >= LONGEST_WAIT_MS;
  return Math.max(said.length, endOfLine, isLong ? endOfWord : 0);
}

/** The other party's text reads `text` at `now`, whether it has changed or only time has passed. */
export function listen(before: AnnouncerState, text: string, now: number, mode: ReadAloud): AnnouncerStep {
  const said = mode === 'off' ? text : stillSaid(before.said, text);
  const changedAt = text === before.text ? before.changedAt : now;
  if (said === text) {
    return {
      state: { ...before, said, text, changedAt, waitingSince: undefined },
      words: '',
      waitMs: undefined,
    };
  }
  const state: Position = { ...before, said, text, changedAt, waitingSince: before.waitingSince ?? now };
  const end = dueEnd(state, now, mode);
  const breatheUntil = before.saidAt + BREATH_MS;
  // Of more than a listener can hear only the newest is said, from the beginning of a word.
  const from = end - said.length > MOST_SAID ? wordStart(text, end - MOST_SAID) : said.length;
  const words = text.slice(from, end).trim();
  if (end > said.length && words !== '' && now < breatheUntil) {
    return { state, words: '', waitMs: breatheUntil - now };
  }
  const isEverything = end === text.length;
  const after: AnnouncerState = {
    ...state,
    said: text.slice(0, end),
    waitingSince: isEverything ? undefined : end > said.length ? now : state.waitingSince,
    saidAt: words === '' ? before.saidAt : now,
  };
  return { state: after, words, waitMs: isEverything ? undefined : Math.max(1, changedAt + PAUSE_MS - now) };
}
