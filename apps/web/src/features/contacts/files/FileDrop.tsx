import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/buttons/Button.tsx';
import styles from './FileDrop.module.css';

/** An area in which the user chooses a file, or drops one. */
export function FileDrop({ onFile }: { readonly onFile: (file: File) => void }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null): void => {
    const file = files?.[0];
    if (file !== undefined) onFile(file);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is for the mouse; the button inside works for every user
    <div
      className={styles.drop}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        take(event.dataTransfer.files);
      }}
    >
      <Button icon="upload" onPress={() => input.current?.click()}>
        {t('contacts.choose_file')}
      </Button>
      <span className={styles.words}>{t('contacts.drop')}</span>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('contacts.choose_file')}
        accept=".vcf,.csv,text/vcard,text/csv"
        onChange={({ target }) => {
          take(target.files);
          // The input is emptied, so that a corrected file with the same name can be chosen again.
          target.value = '';
        }}
      />
    </div>
  );
}
