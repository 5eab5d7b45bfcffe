import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/buttons/Button.tsx';
import { Note } from '../../ui/notices/Note.tsx';
import styles from './console.module.css';

type Props = {
  readonly link: string;
  /** What the link does, and who may have it. */
  readonly text: string;
  /** Moves the focus to its button: the button that asked for the link is gone. */
  readonly hasFocus?: boolean;
};

/** A link to be handed over. */
export function LinkToCopy({ link, text, hasFocus = false }: Props) {
  const { t } = useTranslation();
  const [note, setNote] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (hasFocus) button.current?.focus();
  }, [hasFocus]);

  async function copy(): Promise<void> {
    const isCopied = await navigator.clipboard.writeText(link).then(
      () => true,
      () => false,
    );
    setNote(t(isCopied ? 'console.copied' : 'console.not_copied'));
  }

  return (
    <div className={styles.part}>
      <p>{text}</p>
      <code className={styles.link} dir="ltr">
        {link}
      </code>
      <div className={styles.actions}>
        <Button ref={button} onPress={() => void copy()}>
          {t('console.copy_link')}
        </Button>
      </div>
      <Note>{note}</Note>
    </div>
  );
}
