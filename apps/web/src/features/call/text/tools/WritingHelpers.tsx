import { type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../../ui/buttons/IconButton.tsx';
import { LaterContent } from '../../later/LaterContent.tsx';
import { useLaterParts } from '../../later/use-later-parts.ts';
import { useEscape } from '../../use-escape.ts';
import { insertText, spaced } from './insert-text.ts';
import type { PhrasesProps } from './Phrases.tsx';
import styles from './WritingHelpers.module.css';

export type WritingHelpersProps = Pick<PhrasesProps, 'own' | 'onChange'> & {
  /** The field in which the helpers write. */
  readonly field: RefObject<HTMLTextAreaElement | null>;
};

/**
 * Buttons beside the field of own text, which show emoji and phrases. A press writes one into the text as if
 * it had been typed; nothing is sent without a press.
 */
export function WritingHelpers({ field, own, onChange }: WritingHelpersProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'emoji' | 'phrases'>();
  const emojiButton = useRef<HTMLButtonElement>(null);
  const phrasesButton = useRef<HTMLButtonElement>(null);
  const choices = useRef<HTMLElement>(null);

  function write(text: string): void {
    if (field.current !== null) insertText(field.current, text);
  }
  function close(): void {
    if (choices.current?.contains(document.activeElement) === true)
      (open === 'emoji' ? emojiButton : phrasesButton).current?.focus();
    setOpen(undefined);
  }
  useEscape(open === undefined ? undefined : close, 'text tools');
  const props = (name: 'emoji' | 'phrases') => ({
    icon: name,
    label: t(`text.${name}`),
    'aria-expanded': open === name,
    onPress: () => setOpen(open === name ? undefined : name),
  });

  return (
    <>
      <div className={styles.buttons}>
        <IconButton ref={emojiButton} {...props('emoji')} />
        <IconButton ref={phrasesButton} {...props('phrases')} />
      </div>
      {open === undefined ? undefined : (
        <section ref={choices} className={styles.choices} aria-label={t(`text.${open}`)}>
          <Choices
            open={open}
            button={open === 'emoji' ? emojiButton : phrasesButton}
            own={own}
            onChange={onChange}
            onEmoji={write}
            onPhrase={(phrase) => {
              const { value = '', selectionStart = 0 } = field.current ?? {};
              write(spaced(value.slice(0, selectionStart), phrase));
              setOpen(undefined);
              field.current?.focus();
            }}
          />
        </section>
      )}
    </>
  );
}

type ChoicesProps = Pick<PhrasesProps, 'own' | 'onChange'> & {
  readonly open: 'emoji' | 'phrases';
  /** The button that shows these choices. */
  readonly button: RefObject<HTMLElement | null>;
  readonly onEmoji: (emoji: string) => void;
  readonly onPhrase: (phrase: string) => void;
};

/** The choices, or their place while they are being loaded. */
function Choices({ open, button, own, onChange, onEmoji, onPhrase }: ChoicesProps) {
  const parts = useLaterParts();
  if (parts.phase !== 'ready')
    return (
      <div className={styles.later}>
        <LaterContent for={parts} focusAfterRetry={button} />
      </div>
    );
  const { EmojiPicker, Phrases } = parts.value;
  return open === 'emoji' ? (
    <EmojiPicker onChoose={onEmoji} />
  ) : (
    <Phrases own={own} onChange={onChange} onChoose={onPhrase} />
  );
}
