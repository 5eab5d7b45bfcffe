import { commonPrefixLength } from '@samtal/realtime-text';
import { isInsideWord, wordStart } from './word-start.ts';

/**
 * State of the announcer. It decides which part of a growing text a screen reader announces, at most once a
 * second (A15). Finished lines or words come first; the rest follows after a pause in typing. A corrected
 * word is announced again as a whole.
 */
export type AnnouncerState = {
  /** The part of the text that has been announced. */
  readonly announced: string;
  readonly text: string;
  /** When the text last changed, in milliseconds. */
  readonly changedAt: number;
  /** When the oldest letter that is not announced yet arrived; undefined = all text has been announced. */
  readonly waitingSince: number | undefined;
  /** When the last announcement was made. */
  readonly announcedAt: number;
};

/** What is announced while the remote user types: finished lines, finished words, or nothing at all. */
export type ReadAloud = 'line' | 'word' | 'off';

export type AnnouncerStep = {
  readonly state: AnnouncerState;
  /** Words to announce now; empty for none. */
  readonly words: string;
  /** Milliseconds after which to call again if the text does not change; undefined = not needed. */
  readonly waitMs: number | undefined;
};

/** A pause of this length ends a phrase. */
export const PAUSE_MS = 1200;

/** A pause after the first letter of a word, which says little without the next one. */
export const LETTER_PAUSE_MS = 3000;

/** Longest wait for text that is typed without a pause; then whole words are announced. */
export const LONGEST_WAIT_MS = 5000;

/** Least time between two announcements: a second (A15), plus a margin for late frames and timers. */
export const LEAST_INTERVAL_MS = 1100;

/** Most UTF-16 units in one announcement: twice the longest paste (RTT-08). */
export const LONGEST_ANNOUNCEMENT = 2000;

export const initialAnnouncer: AnnouncerState = {
  announced: '',
  text: '',
  changedAt: 0,
  waitingSince: undefined,
  announcedAt: Number.NEGATIVE_INFINITY,
};

/**
 * The part of `announced` with which `text` still begins. If it would end inside a word, the whole word is
 * left out, so that the word is announced again in its new form.
 */
function stillAnnounced(announced: string, text: string): string {
  const common = commonPrefixLength(announced, text);
  const isCut = isInsideWord(announced, common) || isInsideWord(text, common);
  return text.slice(0, isCut ? wordStart(text, common) : common);
}

/** The pause after which the rest of the text is announced. */
const pauseAfter = (rest: string): number => (/^\s*\p{L}\p{M}*$/u.test(rest) ? LETTER_PAUSE_MS : PAUSE_MS);

type Position = AnnouncerState & { readonly waitingSince: number };

/** End of the text that may be announced at `now`; the length of `announced` = nothing to announce. */
function dueEnd(
  { announced, text, changedAt, waitingSince }: Position,
  now: number,
  mode: ReadAloud,
): number {
  if (now - changedAt >= pauseAfter(text.slice(announced.length))) return text.length;
  const endOfLine = text.lastIndexOf('\n') + 1;
  const endOfWord = wordStart(text, text.length);
  const isLong = mode === 'word' || now - waitingSince >= LONGEST_WAIT_MS;
  return Math.max(announced.length, endOfLine, isLong ? endOfWord : 0);
}

/** Gives the next state and the words to announce. To be called when the text changes, and after `waitMs`. */
export function stepAnnouncer(
  before: AnnouncerState,
  text: string,
  now: number,
  mode: ReadAloud,
): AnnouncerStep {
  const announced = mode === 'off' ? text : stillAnnounced(before.announced, text);
  const changedAt = text === before.text ? before.changedAt : now;
  if (announced === text) {
    return {
      state: { ...before, announced, text, changedAt, waitingSince: undefined },
      words: '',
      waitMs: undefined,
    };
  }
  const state: Position = { ...before, announced, text, changedAt, waitingSince: before.waitingSince ?? now };
  const end = dueEnd(state, now, mode);
  const notBefore = before.announcedAt + LEAST_INTERVAL_MS;
  // Only the newest part of a long text is announced, from the start of a word.
  const from =
    end - announced.length > LONGEST_ANNOUNCEMENT
      ? wordStart(text, end - LONGEST_ANNOUNCEMENT)
      : announced.length;
  const words = text.slice(from, end).trim();
  if (end > announced.length && words !== '' && now < notBefore) {
    return { state, words: '', waitMs: notBefore - now };
  }
  const isEverything = end === text.length;
  const waitingSince = end > announced.length ? now : state.waitingSince;
  const after: AnnouncerState = {
    ...state,
    announced: text.slice(0, end),
    waitingSince: isEverything ? undefined : waitingSince,
    announcedAt: words === '' ? before.announcedAt : now,
  };
  const pauseMs = pauseAfter(text.slice(end));
  return { state: after, words, waitMs: isEverything ? undefined : Math.max(1, changedAt + pauseMs - now) };
}
