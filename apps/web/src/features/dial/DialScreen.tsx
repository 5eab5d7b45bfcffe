import type { CallBlock, MediaFailure } from '@samtal/call-core';
import { type FormEvent, type RefCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Keypad } from '../../ui/Keypad.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './DialScreen.module.css';
import { deleteBeforeCaret, type FieldContent, insertAtCaret } from './number-edit.ts';
import { OwnPicture } from './OwnPicture.tsx';

export type DialScreenProps = {
  readonly number: string;
  readonly onNumberChange: (number: string) => void;
  readonly isVideoOn: boolean;
  /** Why there is no own picture. */
  readonly previewFailure?: MediaFailure | undefined;
  readonly blockedBy: CallBlock | undefined;
  /** A call to this number goes on without camera and microphone, which are blocked. */
  readonly isByText?: boolean;
  readonly onCall: ((target: string) => void) | undefined;
  /** Shows the own camera in the element, until the function it returns is called. */
  readonly attachPreview: RefCallback<HTMLVideoElement>;
};

/** One field and one large button: type a number or a name, and call (DIAL). */
export function DialScreen({
  number,
  onNumberChange,
  isVideoOn,
  previewFailure,
  blockedBy,
  isByText = false,
  onCall,
  attachPreview,
}: DialScreenProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const nextCaret = useRef<number>(undefined);

  useEffect(() => field.current?.focus(), []);
  // A value that a key has changed puts the caret at its end; it belongs behind the key's character.
  useLayoutEffect(() => {
    const caret = nextCaret.current;
    nextCaret.current = undefined;
    if (caret !== undefined) field.current?.setSelectionRange(caret, caret);
  });

  function edit(change: (content: FieldContent) => FieldContent): void {
    const start = field.current?.selectionStart ?? number.length;
    const after = change({ value: number, start, end: field.current?.selectionEnd ?? start });
    onNumberChange(after.value);
    nextCaret.current = after.start;
    // The key that empties the field can do no more; whoever touched it wants no keyboard on the screen.
    if (after.value === '' && document.activeElement?.matches(':focus-visible')) field.current?.focus();
  }

  const byText = isByText ? 'dial.bytext' : undefined;
  const reason = blockedBy === undefined ? byText : (`dial.blocked.${blockedBy}` as const);
  const isBlank = number.trim() === '';
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isBlank) onCall?.(number);
  }

  return (
    <div className={styles.dial}>
      <VisuallyHidden>
        <h1>{t('title.call')}</h1>
      </VisuallyHidden>
      <div className={styles.preview}>
        <OwnPicture isOn={isVideoOn} failure={previewFailure} attach={attachPreview} />
      </div>
      <form className={styles.form} onSubmit={submit}>
        <TextField
          ref={field}
          label={t('dial.number')}
          value={number}
          onChange={onNumberChange}
          size="large"
          type="text"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          end={
            <IconButton
              label={t('dial.backspace')}
              icon="backspace"
              onPress={number === '' ? undefined : () => edit(deleteBeforeCaret)}
            />
          }
        />
        <Keypad
          label={t('toolbar.dialpad')}
          onKey={(key) => edit((content) => insertAtCaret(content, key))}
        />
        <div className={styles.call}>
          <Button
            type="submit"
            kind="success"
            size="large"
            icon="phone"
            isWide
            isDisabled={onCall === undefined || isBlank}
          >
            {t('dial.call')}
          </Button>
        </div>
        <output className={styles.reason}>
          {reason === undefined ? undefined : (
            <>
              <Icon name="info" size="1.25em" />
              {t(reason)}
            </>
          )}
        </output>
        <Link href="/test" className={styles.test}>
          {t('devices.open_test')}
        </Link>
      </form>
    </div>
  );
}
