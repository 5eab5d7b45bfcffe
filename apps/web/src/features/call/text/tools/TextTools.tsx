import type { Conversation } from '@samtal/realtime-text';
import { type RefObject, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../../ui/buttons/IconButton.tsx';
import { useShortcuts } from '../../in-call/use-shortcuts.ts';
import { LaterCharacters } from '../../later/LaterCharacters.tsx';
import { LaterContent } from '../../later/LaterContent.tsx';
import { useLaterParts } from '../../later/use-later-parts.ts';
import { useEscape } from '../../use-escape.ts';
import { CopyConversation } from './CopyConversation.tsx';
import type { TextFormProps } from './TextForm.tsx';
import styles from './TextTools.module.css';

export type TextToolsProps = TextFormProps & {
  /** Name of the remote user. */
  readonly name: string;
  readonly conversation: Conversation;
};

/** A button that shows and hides the less used tools for the text of a call. */
export function TextTools({ name, conversation, ...form }: TextToolsProps) {
  const { t } = useTranslation();
  const id = useId();
  const [openedTo, setOpenedTo] = useState<'choose' | 'copy'>();
  const isOpen = openedTo !== undefined;
  const options = useRef<HTMLFieldSetElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  function close(): void {
    if (options.current?.contains(document.activeElement) === true) button.current?.focus();
    setOpenedTo(undefined);
  }
  useEscape(isOpen ? close : undefined, 'text tools');
  // The tools open, because they say whether the conversation has been copied.
  useShortcuts({ copy: isOpen || conversation.length === 0 ? undefined : () => setOpenedTo('copy') });
  return (
    <>
      <IconButton
        ref={button}
        icon="more"
        label={t('text.options')}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onPress={() => setOpenedTo(isOpen ? undefined : 'choose')}
      />
      {isOpen ? (
        <fieldset ref={options} id={id} aria-label={t('text.options')} className={styles.options}>
          <CopyConversation name={name} conversation={conversation} isAtOnce={openedTo === 'copy'} />
          <LaterCharacters />
          <LaterTools button={button} conversation={conversation} {...form} />
        </fieldset>
      ) : undefined}
    </>
  );
}

type LaterToolsProps = TextFormProps & {
  /** The button that shows the tools. */
  readonly button: RefObject<HTMLElement | null>;
  readonly conversation: Conversation;
};

function LaterTools({ button, conversation, ...form }: LaterToolsProps) {
  const parts = useLaterParts();
  if (parts.phase !== 'ready') return <LaterContent for={parts} focusAfterRetry={button} />;
  const { CopyLastLine, TextForm } = parts.value;
  return (
    <>
      <CopyLastLine conversation={conversation} />
      <TextForm {...form} />
    </>
  );
}
