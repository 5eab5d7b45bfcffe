import type { TextTransportName } from '@samtal/call-core';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useCallMonitor } from '../../../client/hooks/use-client.ts';
import type { QualityVerdict } from '../../../client/quality/call-quality-judge.ts';
import { VisuallyHidden } from '../../../ui/page/VisuallyHidden.tsx';
import { LaterDialog } from '../later/LaterDialog.tsx';
import styles from './CallQuality.module.css';
import { QualitySign } from './QualitySign.tsx';
import { useCallQuality } from './use-call-quality.ts';

export type CallQualityProps = {
  readonly callId: string;
  readonly textTransport: TextTransportName;
  /** Whether the call is on hold: then no video is expected. */
  readonly isHeld?: boolean;
  /** Name of the remote user, where there are two. */
  readonly who?: string | undefined;
};

/**
 * Connection quality as an icon and a word; a press opens the details. The cause of a serious problem stands
 * beside the word. Screen readers announce a poor connection, and that it is well again, when that has lasted.
 */
export function CallQuality({ callId, textTransport, isHeld = false, who }: CallQualityProps) {
  const { t } = useTranslation();
  const { shown, spoken, summary } = useCallQuality(useCallMonitor(), { callId, isHeld });
  const [isOpen, setIsOpen] = useState(false);
  const wordOf = ({ level }: QualityVerdict) => t(`quality.${level}`);
  const causeOf = ({ reason }: QualityVerdict) => reason && t(`quality.why.${reason}`);
  const word = wordOf(shown);
  const why = causeOf(shown);
  const { said } = spoken;
  if (summary === undefined) return undefined;
  return (
    <span className={styles.quality} data-level={shown.level}>
      <button
        type="button"
        className={styles.button}
        aria-haspopup="dialog"
        aria-label={t('quality.details', { word })}
        title={t('quality.details', { word })}
        onClick={() => setIsOpen(true)}
      >
        <QualitySign level={shown.level} />
        <span data-word>{word}</span>
      </button>
      {shown.level === 'poor' ? (
        <span className={styles.why} data-why>
          {why}
        </span>
      ) : undefined}
      <VisuallyHidden>
        <output>
          {said && `${who ? `${who}: ` : ''}${[wordOf(said), causeOf(said)].filter(Boolean).join('. ')}`}
        </output>
      </VisuallyHidden>
      {isOpen
        ? // The dialog is in `body`, so that it does not inherit the colours and shadows of the video.
          createPortal(
            <LaterDialog title={t('quality.title')} onClose={() => setIsOpen(false)}>
              {({ QualityDetails }) => (
                <QualityDetails
                  word={word}
                  why={why ?? t('quality.why.good')}
                  summary={summary}
                  textTransport={textTransport}
                  onClose={() => setIsOpen(false)}
                />
              )}
            </LaterDialog>,
            document.body,
          )
        : undefined}
    </span>
  );
}
