import type { Conversation } from '@samtal/realtime-text';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import type { ReadAloud } from './announcements/announcer.ts';
import { readAloudModes } from './announcements/read-aloud-choice.ts';
import { CopyConversation } from './CopyConversation.tsx';
import styles from './TextTools.module.css';
import { CopyLastLine } from './tools/CopyLastLine.tsx';
import { TextForm, type TextFormProps } from './tools/TextForm.tsx';

export type TextToolsProps = TextFormProps & {
  /** Name of the remote user. */
  readonly name: string;
  readonly conversation: Conversation;
  readonly readAloud: ReadAloud;
  readonly onReadAloud: (mode: ReadAloud) => void;
};

/** A button that shows and hides the less used tools for the text of a call. */
export function TextTools({ name, conversation, readAloud, onReadAloud, ...form }: TextToolsProps) {
  const { t } = useTranslation();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <IconButton
        icon="more"
        label={t('text.options')}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onPress={() => setIsOpen(!isOpen)}
      />
      {isOpen ? (
        <fieldset id={id} aria-label={t('text.options')} className={styles.options}>
          <CopyConversation name={name} conversation={conversation} />
          <CopyLastLine conversation={conversation} />
          <TextForm {...form} />
          <label className={styles.choice}>
            {t('text.aloud')}
            <select
              className={styles.select}
              value={readAloud}
              onChange={({ target }) =>
                onReadAloud(readAloudModes.find((mode) => mode === target.value) ?? 'line')
              }
            >
              {readAloudModes.map((mode) => (
                <option key={mode} value={mode}>
                  {t(`text.aloud.${mode}`)}
                </option>
              ))}
            </select>
          </label>
        </fieldset>
      ) : undefined}
    </>
  );
}
