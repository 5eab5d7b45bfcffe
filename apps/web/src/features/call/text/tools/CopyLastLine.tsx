import type { Conversation } from '@samtal/realtime-text';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { lastLineOf } from '../own/own-line.ts';
import styles from './TextTools.module.css';

/** Button that copies the newest line of the remote user, such as a number or an address. */
export function CopyLastLine({ conversation }: { readonly conversation: Conversation }) {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  const line = lastLineOf(conversation);

  async function copy(text: string): Promise<void> {
    setOutcome(undefined);
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('failed');
    }
  }

  return (
    <>
      <Button icon="copy" onPress={line === undefined ? undefined : () => void copy(line)}>
        {t('text.copy_last')}
      </Button>
      {/* This element is always in the page: only changes of a live region are announced. */}
      <output className={styles.said}>
        {outcome === undefined ? undefined : t(outcome === 'copied' ? 'text.copied_last' : 'text.not_copied')}
      </output>
    </>
  );
}
