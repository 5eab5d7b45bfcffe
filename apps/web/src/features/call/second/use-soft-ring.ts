import { useEffect } from 'react';
import { useDevices } from '../../../client/hooks/use-client.ts';
import { playWhenAllowed } from '../../../client/ringtone/play-when-allowed.ts';
import { type Score, synthesize, toWav } from '../../../client/ringtone/synthesize.ts';

/** Two short low notes, then a pause: the tone of a waiting call, which speech is heard through. */
const tone: Score = {
  partials: [{ ratio: 1, level: 1, decay: 4 }],
  notes: [
    { hertz: 440, atMs: 0, lengthMs: 180 },
    { hertz: 440, atMs: 320, lengthMs: 180 },
  ],
  lengthMs: 4000,
  tremoloHertz: 0,
};

const VOLUME = 0.2;

/** Rings softly while the component is mounted. The notice shows the call in any case (decision D18). */
export function useSoftRing(): void {
  const sinks = useDevices()?.sinks;
  useEffect(() => {
    const audio = new Audio();
    const url = URL.createObjectURL(new Blob([toWav(synthesize(tone))], { type: 'audio/wav' }));
    audio.src = url;
    audio.loop = true;
    audio.volume = VOLUME;
    const leaveSink = sinks?.follow(audio, 'ringer');
    const stop = playWhenAllowed(audio, document, () => undefined);
    return () => {
      stop();
      leaveSink?.();
      audio.removeAttribute('src');
      // Without `load` the browser keeps the decoder of the sound that was removed.
      audio.load();
      URL.revokeObjectURL(url);
    };
  }, [sinks]);
}
