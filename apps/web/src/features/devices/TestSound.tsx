import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Ringtone } from '../../client/ringtone/Ringtone.tsx';
import { Button } from '../../ui/buttons/Button.tsx';

export type TestSoundProps = {
  readonly sink: 'speaker' | 'ringer';
  /** Called when the sound has been played to its end. */
  readonly onPlayed?: () => void;
};

/** Button that plays a sound, so that the user hears which speaker is used. */
export function TestSound({ sink, onPlayed }: TestSoundProps) {
  const { t } = useTranslation();
  const [isPlaying, setIsPlaying] = useState(false);
  // This cleanup also runs when a call hides this page: the sound does not start again after the call.
  useEffect(() => () => setIsPlaying(false), []);
  function end(): void {
    setIsPlaying(false);
    onPlayed?.();
  }
  return (
    <>
      <Button icon="speaker" aria-pressed={isPlaying} onPress={() => setIsPlaying(!isPlaying)}>
        {t(`devices.play_${sink}`)}
      </Button>
      {isPlaying ? (
        <Ringtone name={sink === 'ringer' ? 'BELL' : 'MARIMBA'} sink={sink} isSample onEnd={end} />
      ) : undefined}
    </>
  );
}
