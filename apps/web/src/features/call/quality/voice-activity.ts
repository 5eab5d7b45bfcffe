/** Least level of speech; a quiet room is below it. Levels are loudness from 0 (-60 dB) to 1 (full scale). */
const SPEAKING_LEVEL = 0.3;
/** Longest pause that still counts as speaking, such as between syllables. */
const HOLD_MS = 400;

/**
 * Returns a function that receives each level and tells whether the user is speaking: from the first level
 * of at least `SPEAKING_LEVEL` until a pause longer than `HOLD_MS`.
 */
export function createVoiceActivity(): (level: number, nowMs: number) => boolean {
  let lastHeardMs = Number.NEGATIVE_INFINITY;
  return (level, nowMs) => {
    if (level >= SPEAKING_LEVEL) lastHeardMs = nowMs;
    return nowMs - lastHeardMs <= HOLD_MS;
  };
}
