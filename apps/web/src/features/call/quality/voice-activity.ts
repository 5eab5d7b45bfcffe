/** Levels are loudness from 0 (-60 dB) to 1 (full scale): a quiet room stays below, speech is above. */
const SPEAKING_LEVEL = 0.3;
/** Shorter pauses, between syllables, count as speaking. */
const HOLD_MS = 400;

/** Whether the voice is active: from the first loud reading until a pause longer than `HOLD_MS`. */
export function createVoiceActivity(): (level: number, nowMs: number) => boolean {
  let lastHeardMs = Number.NEGATIVE_INFINITY;
  return (level, nowMs) => {
    if (level >= SPEAKING_LEVEL) lastHeardMs = nowMs;
    return nowMs - lastHeardMs <= HOLD_MS;
  };
}
