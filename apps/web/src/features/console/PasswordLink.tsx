import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/buttons/Button.tsx';
import { Note } from '../../ui/notices/Note.tsx';
import styles from './console.module.css';

/** A link by which a person chooses a password, to be handed over. */
export function PasswordLink({ link }: { readonly link: string }) {
  const { t } = useTranslation();
  const [note, setNote] = useState<string>();

  async function copy(): Promise<void> {
    const isCopied = await navigator.clipboard.writeText(link).then(
      () => true,
      () => false,
    );
    setNote(t(isCopied ? 'console.copied' : 'console.not_copied'));
  }

  return (
    <div className={styles.part}>
      <p>{t('console.link_text')}</p>
      <code className={styles.link} dir="ltr">
        {link}
      </code>
      <div className={styles.actions}>
        <Button onPress={() => void copy()}>{t('console.copy_link')}</Button>
      </div>
      <Note>{note}</Note>
    </div>
  );
}
