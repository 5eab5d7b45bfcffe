import type { Conversation } from '@samtal/realtime-text';
import { type RefObject, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { LaterContent } from '../later/LaterContent.tsx';
import { useLaterParts } from '../later/use-later-parts.ts';
import { useEscape } from '../use-escape.ts';
import { CopyConversation } from './CopyConversation.tsx';
import styles from './TextTools.module.css';
import { CopyLastLine } from './tools/CopyLastLine.tsx';
import type { TextFormProps } from './tools/TextForm.tsx';

export type TextToolsProps = TextFormProps & {
  /** Name of the remote user. */
  readonly name: string;
  readonly conversation: Conversation;
};

/** A button that shows and hides the less used tools for the text of a call. */
export function TextTools({ name, conversation, ...form }: TextToolsProps) {
  const { t } = useTranslation();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const options = useRef<HTMLFieldSetElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  function close(): void {
    if (options.current?.contains(document.activeElement) === true) button.current?.focus();
    setIsOpen(false);
  }
  useEscape(isOpen ? close : undefined, 'text tools');
  return (
    <>
      <IconButton
        ref={button}
        icon="more"
        label={t('text.options')}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onPress={() => setIsOpen(!isOpen)}
      />
      {isOpen ? (
        <fieldset ref={options} id={id} aria-label={t('text.options')} className={styles.options}>
          <CopyConversation name={name} conversation={conversation} />
          <CopyLastLine conversation={conversation} />
          <LaterForm button={button} {...form} />
        </fieldset>
      ) : undefined}
    </>
  );
}

type LaterFormProps = TextFormProps & {
  /** The button that shows the tools. */
  readonly button: RefObject<HTMLElement | null>;
};

function LaterForm({ button, ...form }: LaterFormProps) {
  const parts = useLaterParts();
  if (parts.phase !== 'ready') return <LaterContent for={parts} focusAfterRetry={button} />;
  const { TextForm } = parts.value;
  return <TextForm {...form} />;
}
