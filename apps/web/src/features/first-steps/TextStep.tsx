import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import styles from './FirstSteps.module.css';

const MAX_LENGTH = 200;

/** Shows how text works: what is typed in the field is at once what the other person would see. */
export function TextStep() {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  return (
    <>
      <TextArea
        label={t('firststeps.own_text')}
        hint={t('firststeps.text_text')}
        maxLength={MAX_LENGTH}
        value={text}
        onChange={setText}
      />
      <figure className={styles.other}>
        <figcaption>{t('firststeps.others_view')}</figcaption>
        <p className={styles.seen} dir="auto">
          {text}
          <span className={styles.caret} />
        </p>
      </figure>
    </>
  );
}
