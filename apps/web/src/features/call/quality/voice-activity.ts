/** Levels are loudness from 0 (-60 dB) to 1 (full scale): a quiet room stays below, speech is above. */
const SPEAKING_LEVEL = 0.3;
/** Pauses between syllables are part of speaking. */
const HOLD_MS = 400;

/** Whether somebody makes a sound: at once with the first loud reading, and no more after a pause. */
export function createVoiceActivity(): (level: number, nowMs: number) => boolean {
  let lastHeardMs = Number.NEGATIVE_INFINITY;
  return (level, nowMs) => {
    if (level >= SPEAKING_LEVEL) lastHeardMs = nowMs;
    return nowMs - lastHeardMs <= HOLD_MS;
  };
}
