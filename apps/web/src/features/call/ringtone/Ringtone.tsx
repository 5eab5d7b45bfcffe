import { useEffect, useRef } from 'react';
import { type RingtoneName, scores } from './scores.ts';
import { synthesize, toWav } from './synthesize.ts';

/** Rings as long as it is there (CALLSCR-02). Made on the spot, so that no sound has to be fetched first. */
export function Ringtone({ name }: { readonly name: RingtoneName }) {
  const element = useRef<HTMLAudioElement>(null);

  useEffect(() => {
    const audio = element.current;
    if (audio === null) return undefined;
    const url = URL.createObjectURL(new Blob([toWav(synthesize(scores[name]))], { type: 'audio/wav' }));
    audio.src = url;
    // A page nobody has touched yet may not make a sound; the flash and the screen say it all the same (decision D18).
    audio.play().catch(() => undefined);
    return () => {
      audio.pause();
      audio.removeAttribute('src');
      URL.revokeObjectURL(url);
    };
  }, [name]);

  // oxlint-disable-next-line jsx-a11y/media-has-caption -- a ringtone has no words
  return <audio ref={element} loop hidden />;
}
