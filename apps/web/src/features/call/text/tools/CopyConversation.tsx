import type { Conversation } from '@samtal/realtime-text';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { ariaOf } from '../../in-call/call-shortcuts.ts';
import { useShortcuts } from '../../in-call/use-shortcuts.ts';
import { conversationText } from './conversation-text.ts';
import styles from './TextTools.module.css';

export type CopyConversationProps = {
  /** Name of the remote user. */
  readonly name: string;
  readonly conversation: Conversation;
  /** Copies as soon as the button appears. */
  readonly isAtOnce?: boolean;
};

const pressNow = (button: HTMLElement | null): void => button?.click();

/**
 * Copies `text`.
 * @returns false if the browser has no clipboard for pages, or the user denies access to it
 */
async function wasCopied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Button that copies the conversation. If that fails, the text is shown selected, to be copied by hand. */
export function CopyConversation({ name, conversation, isAtOnce = false }: CopyConversationProps) {
  const { t } = useTranslation();
  const [isCopied, setIsCopied] = useState(false);
  const [byHand, setByHand] = useState<string>();

  async function copy(): Promise<void> {
    const text = conversationText(conversation, {
      nameOf: (author) => (author === 'own' ? t('text.you') : name),
      missing: t('text.missing'),
      cut: t('text.cut'),
      doubtful: t('text.in_doubt'),
    });
    setIsCopied(false);
    const isTaken = await wasCopied(text);
    setIsCopied(isTaken);
    setByHand(isTaken ? undefined : text);
  }

  const onCopy = conversation.length === 0 ? undefined : () => void copy();
  useShortcuts({ copy: onCopy });
  return (
    <>
      <Button ref={isAtOnce ? pressNow : null} aria-keyshortcuts={ariaOf('copy')} onPress={onCopy}>
        {t('text.copy')}
      </Button>
      {/* This element is always in the page: only changes of a live region are announced. */}
      <output className={styles.said}>{isCopied ? t('text.copied') : undefined}</output>
      {byHand === undefined ? undefined : (
        <label className={styles.byHand}>
          {t('text.copy_by_hand')}
          <textarea
            key={byHand}
            ref={(element) => {
              element?.focus();
              element?.select();
            }}
            className={styles.whole}
            dir="auto"
            readOnly
            value={byHand}
            rows={4}
          />
        </label>
      )}
    </>
  );
}
