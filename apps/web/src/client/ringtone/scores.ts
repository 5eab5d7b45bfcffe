import type { Note, Score } from './synthesize.ts';

/** Values of WEB_RINGTONE (SET-03). */
export const ringtoneNames = ['SMARTPHONE', 'BELL', 'MARIMBA', 'CLASSIC', 'GLAS'] as const;
export type RingtoneName = (typeof ringtoneNames)[number];

/** Reads a value from the settings; an unknown one means the default ringtone. */
export function ringtoneOf(value: string | undefined): RingtoneName {
  return ringtoneNames.find((name) => name === value) ?? 'BELL';
}

/** Notes that start every `stepMs` and last `lengthMs`, so that each still sounds during the next. */
const melody = (pitches: readonly number[], stepMs: number, lengthMs: number): Note[] =>
  pitches.map((hertz, index) => ({ hertz, atMs: index * stepMs, lengthMs }));

/**
 * The ringtones, composed for Samtal. Low and middle partials carry the tune, because many users do not hear
 * high ones.
 */
export const scores: Readonly<Record<RingtoneName, Score>> = {
  SMARTPHONE: {
    partials: [
      { ratio: 1, level: 1, decay: 6 },
      { ratio: 2, level: 0.4, decay: 9 },
    ],
    notes: [
      ...melody([523, 659, 784, 1047], 140, 420),
      ...melody([523, 659, 784, 1047], 140, 420).map((note) => ({ ...note, atMs: note.atMs + 840 })),
    ],
    lengthMs: 2800,
    tremoloHertz: 0,
  },
  BELL: {
    partials: [
      { ratio: 0.5, level: 0.5, decay: 1.2 },
      { ratio: 1, level: 1, decay: 1.8 },
      { ratio: 1.2, level: 0.5, decay: 2.4 },
      { ratio: 2, level: 0.5, decay: 3.2 },
      { ratio: 2.76, level: 0.25, decay: 5 },
    ],
    notes: melody([523, 415], 700, 1700),
    lengthMs: 3200,
    tremoloHertz: 0,
  },
  MARIMBA: {
    partials: [
      { ratio: 1, level: 1, decay: 8 },
      { ratio: 3.93, level: 0.35, decay: 18 },
    ],
    notes: melody([392, 523, 659, 523, 784, 659, 523], 170, 600),
    lengthMs: 2600,
    tremoloHertz: 0,
  },
  CLASSIC: {
    partials: [
      { ratio: 1, level: 1, decay: 0 },
      { ratio: 1.25, level: 1, decay: 0 },
      { ratio: 2.5, level: 0.4, decay: 0 },
    ],
    notes: melody([440], 0, 1200),
    lengthMs: 3600,
    tremoloHertz: 20,
  },
  GLAS: {
    partials: [
      { ratio: 1, level: 1, decay: 3 },
      { ratio: 2.32, level: 0.5, decay: 4.5 },
      { ratio: 4.25, level: 0.2, decay: 8 },
    ],
    notes: melody([587, 880, 740], 420, 1500),
    lengthMs: 3000,
    tremoloHertz: 0,
  },
};
