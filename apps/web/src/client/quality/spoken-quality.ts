import type { QualityLevel, QualityVerdict } from './call-quality-judge.ts';

/** What counts for listeners: a fair connection needs nothing of them. */
type Grade = 'well' | 'poor' | 'lost';

/** What screen readers say of the quality. The sign on the screen follows faster. */
export type SpokenQuality = {
  /** The words to announce; undefined = none, or what was said does not hold any longer. */
  readonly said: QualityVerdict | undefined;
  /** The grade that the listener knows. */
  readonly known: Grade;
  readonly grade: Grade;
  /** Since when the quality has this grade. */
  readonly sinceMs: number;
};

/** The start of a call, which needs no words while the connection is good. */
export const nothingSpoken: SpokenQuality = { said: undefined, known: 'well', grade: 'well', sinceMs: 0 };

/** How long the shown quality must have been worse, or well again, before that is said. */
export const WORSENED_MS = 6_000;
export const RECOVERED_MS = 10_000;

const gradeOf = (level: QualityLevel): Grade => (level === 'good' || level === 'fair' ? 'well' : level);

/** Says that the quality has become poor, or well again, when that has lasted for some seconds. */
export function speak(before: SpokenQuality, shown: QualityVerdict, atMs: number): SpokenQuality {
  const { said, known } = before;
  const grade = gradeOf(shown.level);
  const sinceMs = grade === before.grade ? before.sinceMs : atMs;
  if (grade !== known && atMs - sinceMs >= (grade === 'well' ? RECOVERED_MS : WORSENED_MS))
    return { said: shown, known: grade, grade, sinceMs };
  const holds = said?.level === shown.level && said.reason === shown.reason;
  return { said: holds ? said : undefined, known, grade, sinceMs };
}
