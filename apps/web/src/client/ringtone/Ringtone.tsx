import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDevices } from '../hooks/use-client.ts';
import { playWhenAllowed } from './play-when-allowed.ts';
import styles from './Ringtone.module.css';
import { soundOf } from './ringtone-sound.ts';
import type { RingtoneName } from './scores.ts';
import { whenRead } from './when-read.ts';

export type RingtoneProps = {
  readonly name: RingtoneName;
  /** The ringtone plays once, as a sample (SET-19). Otherwise it repeats until the component is unmounted. */
  readonly isSample?: boolean;
  /** The speaker that plays the ringtone; by default the speaker for incoming calls. */
  readonly sink?: 'speaker' | 'ringer';
  /** Called when the sample has ended. */
  readonly onEnd?: () => void;
};

/** Rings while it is mounted (CALLSCR-02). The sound is synthesised, so that no file must be loaded. */
export function Ringtone({ name, isSample = false, sink = 'ringer', onEnd }: RingtoneProps) {
  const element = useRef<HTMLAudioElement>(null);
  const { t } = useTranslation();
  const [isBlocked, setIsBlocked] = useState(false);
  const sinks = useDevices()?.sinks;

  useEffect(() => {
    const audio = element.current;
    return audio === null ? undefined : sinks?.follow(audio, sink);
  }, [sinks, sink]);

  useEffect(() => {
    const audio = element.current;
    if (audio === null) return undefined;
    const url = URL.createObjectURL(soundOf(name));
    audio.src = url;
    // While the browser blocks sound, the flash and the screen still signal the call (decision D18).
    const stop = playWhenAllowed(audio, document, setIsBlocked);
    return () => {
      stop();
      whenRead(audio, () => {
        URL.revokeObjectURL(url);
        // Another ringtone has taken the place of this one.
        if (audio.src !== url) return;
        audio.removeAttribute('src');
        // Without `load` the browser keeps the decoder of the sound that was removed.
        audio.load();
      });
    };
  }, [name]);

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a ringtone has no words */}
      <audio ref={element} loop={!isSample} hidden onEnded={onEnd} />
      <div aria-live="polite">
        {isBlocked ? <p className={styles.blocked}>{t('call.sound_blocked')}</p> : undefined}
      </div>
    </>
  );
}
