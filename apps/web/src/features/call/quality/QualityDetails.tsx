import type { TextTransportName } from '@samtal/call-core';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QualitySummary } from '../../../client/quality/call-quality.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import styles from './QualityDetails.module.css';
import { NOTHING, qualityRows } from './quality-rows.ts';

export type QualityDetailsProps = {
  readonly word: string;
  readonly why: string;
  readonly summary: QualitySummary;
  readonly textTransport: TextTransportName;
  readonly onClose: () => void;
};

/** Dialog with the measured values of the connection quality, for users and support. */
export function QualityDetails({ word, why, summary, textTransport, onClose }: QualityDetailsProps) {
  const { t } = useTranslation();
  const [isCopied, setIsCopied] = useState(false);
  const rows = qualityRows(summary);
  const sentence = useRef<HTMLParagraphElement>(null);

  // The focus starts at the top, even if the values do not fit on the screen.
  useLayoutEffect(() => sentence.current?.focus(), []);

  const facts = [
    [t('quality.path'), summary.path === undefined ? NOTHING : t(`quality.path_${summary.path}`)],
    [t('quality.text'), t(`call.transport.${textTransport}`)],
  ] as const;

  async function copy(): Promise<void> {
    const lines = rows.map(
      ({ name, sent, received }) =>
        `${t(`quality.${name}`)}: ${t('quality.sent')} ${sent}, ${t('quality.received')} ${received}`,
    );
    const text = [word, ...lines, ...facts.map(([name, value]) => `${name}: ${value}`)].join('\n');
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
    } catch {
      // If the browser forbids copying, the user can still select and copy the table.
    }
  }

  return (
    <Dialog
      title={t('quality.title')}
      onCancel={onClose}
      actions={
        <>
          <Button icon="copy" onPress={() => void copy()}>
            {t(isCopied ? 'quality.copied' : 'quality.copy')}
          </Button>
          <Button kind="primary" onPress={onClose}>
            {t('common.close')}
          </Button>
        </>
      }
    >
      <p ref={sentence} tabIndex={-1} className={styles.sentence}>
        <strong>{word}.</strong> {why}
      </p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('quality.title')}</th>
            <th scope="col">{t('quality.sent')}</th>
            <th scope="col">{t('quality.received')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, sent, received }) => (
            <tr key={name}>
              <th scope="row">{t(`quality.${name}`)}</th>
              <td dir="ltr">{sent}</td>
              <td dir="ltr">{received}</td>
            </tr>
          ))}
          {facts.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td colSpan={2}>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
