import { type RingtoneName, scores } from './scores.ts';
import { synthesize, toWav } from './synthesize.ts';

const made = new Map<RingtoneName, Blob>();

/**
 * The sound of a ringtone as a file. Synthesising it takes 15 ms and more while a call begins to ring, so each one is
 * kept (140 kB).
 */
export function soundOf(name: RingtoneName): Blob {
  const known = made.get(name);
  if (known !== undefined) return known;
  const sound = new Blob([toWav(synthesize(scores[name]))], { type: 'audio/wav' });
  made.set(name, sound);
  return sound;
}
