import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useCallMonitor } from '../../../client/hooks/use-client.ts';
import styles from './VoiceSign.module.css';
import { createVoiceActivity } from './voice-activity.ts';

export type VoiceSignProps = {
  readonly callId: string;
  /** Name of the remote user. */
  readonly name: string;
};

/**
 * Shows deaf users that the remote user is speaking: bars that move with the voice, or stand still with
 * reduced motion. The level is set on the element directly, without a React render. For screen readers the
 * bars are an image with a name, not a live region, so that not every pause is announced.
 */
export function VoiceSign({ callId, name }: VoiceSignProps) {
  const { t } = useTranslation();
  const monitor = useCallMonitor();
  const speaking = t('voice.speaking', { name });
  const quiet = t('voice.quiet', { name });
  const watch = useCallback(
    (element: HTMLSpanElement | null) => {
      if (element === null || monitor === undefined) return undefined;
      const isSpeakingAt = createVoiceActivity();
      let wasSpeaking = false;
      return monitor.watchVoice(callId, (level, nowMs) => {
        const isSpeaking = isSpeakingAt(level, nowMs);
        if (isSpeaking) element.style.setProperty('--level', level.toFixed(2));
        if (isSpeaking === wasSpeaking) return;
        wasSpeaking = isSpeaking;
        element.toggleAttribute('data-speaking', isSpeaking);
        element.setAttribute('aria-label', isSpeaking ? speaking : quiet);
      });
    },
    [monitor, callId, speaking, quiet],
  );
  if (monitor === undefined) return undefined;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an image that is drawn here and moves
    <span ref={watch} role="img" aria-label={quiet} className={styles.voice}>
      <span className={styles.bar} />
      <span className={styles.bar} />
      <span className={styles.bar} />
    </span>
  );
}
