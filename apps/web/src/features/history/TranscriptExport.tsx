import type { HistoryRecord } from '@samtal/api-contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localDateTime } from '../../client/format/time.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Alert } from '../../ui/notices/Alert.tsx';
import { saveFile } from '../../ui/save-file.ts';
import styles from './CallPage.module.css';
import { type TranscriptWords, transcriptText, transcriptVtt } from './transcript.ts';

export type TranscriptExportProps = { readonly record: HistoryRecord; readonly words: TranscriptWords };

/** File name without extension; it is valid in any file system, and files sort by time. */
const fileNameOf = ({ timestamp, sipAddress }: HistoryRecord): string =>
  `${localDateTime(timestamp).replace(' ', '-').replace(':', '')}-${sipAddress.replace(/[^\w.@-]+/g, '_')}`;

/** Buttons that copy the text of a call, or save it as a text file or as subtitles. */
export function TranscriptExport({ record, words }: TranscriptExportProps) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState<'yes' | 'no'>();

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(transcriptText(record, words));
      setCopied('yes');
    } catch {
      setCopied('no');
    }
  }

  const name = fileNameOf(record);
  return (
    <>
      <div className={styles.actions}>
        <Button icon="copy" onPress={() => void copy()}>
          {t('history.copy')}
        </Button>
        <Button onPress={() => saveFile(`${name}.txt`, 'text/plain', transcriptText(record, words))}>
          {t('history.save_text')}
        </Button>
        <Button onPress={() => saveFile(`${name}.vtt`, 'text/vtt', transcriptVtt(record, words))}>
          {t('history.save_vtt')}
        </Button>
      </div>
      <div aria-live="polite">
        {copied === undefined ? undefined : (
          <Alert type={copied === 'yes' ? 'success' : 'danger'}>
            {t(copied === 'yes' ? 'text.copied' : 'history.notcopied')}
          </Alert>
        )}
      </div>
    </>
  );
}
