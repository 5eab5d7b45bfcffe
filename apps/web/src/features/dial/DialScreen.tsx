import type { CallBlock, MediaFailure } from '@samtal/call-core';
import { type FormEvent, type ReactNode, type RefCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Button } from '../../ui/buttons/Button.tsx';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { Keypad } from '../../ui/fields/Keypad.tsx';
import { TextField, type TextFieldProps } from '../../ui/fields/TextField.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { VisuallyHidden } from '../../ui/page/VisuallyHidden.tsx';
import styles from './DialScreen.module.css';
import { deleteBeforeCaret, insertAtCaret } from './number-edit.ts';
import { OwnPicture } from './OwnPicture.tsx';
import { useEditAtCaret } from './use-edit-at-caret.ts';

export type DialScreenProps = {
  readonly number: string;
  readonly onNumberChange: (number: string) => void;
  readonly isVideoOn: boolean;
  /** Why there is no video from the camera. */
  readonly previewFailure?: MediaFailure | undefined;
  readonly blockedBy: CallBlock | undefined;
  /** The page makes its first connection. */
  readonly isConnecting?: boolean;
  /** True = camera and microphone are blocked, but a call to this number is possible with text. */
  readonly isByText?: boolean;
  readonly onCall: ((target: string) => void) | undefined;
  /** Shows the local camera in the element, until the returned function is called. */
  readonly attachPreview: RefCallback<HTMLVideoElement>;
  /** Buttons that call with other media than the settings say (decision D33). */
  readonly kinds?: ReactNode;
  /** True = the page `/test` exists (decision D39). */
  readonly hasTestPage: boolean;
  /** What finds people (decision D53); undefined = the screen of the specification. */
  readonly people?: DialPeopleParts | undefined;
};

/** What the screen shows beside its own parts when it finds people. */
export type DialPeopleParts = {
  /** Attributes that make the field a combobox. */
  readonly field: Partial<TextFieldProps>;
  /** A call that waits for the connection. */
  readonly notice: ReactNode;
  /** How many calls were not possible: the reason is announced again each time. */
  readonly refusals: number;
  /** Why the last call was not possible. */
  readonly refusedBy?: CallBlock | undefined;
  /** What the user can do about the reason. */
  readonly wayOut?: ReactNode;
  /** The list of what was found, which follows the field. */
  readonly found: ReactNode;
  /** Faces to press; undefined = none beside the list of what was found. */
  readonly below: ReactNode;
};

/** One field and one large button: type a number or a name, and call (DIAL). */
export function DialScreen({
  number,
  onNumberChange,
  isVideoOn,
  previewFailure,
  blockedBy,
  isConnecting = false,
  isByText = false,
  onCall,
  attachPreview,
  kinds,
  hasTestPage,
  people,
}: DialScreenProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => field.current?.focus(), []);
  const { edit, keepSelection } = useEditAtCaret(field, number, (changed) => {
    onNumberChange(changed);
    // The delete button is now disabled, so the focus of a keyboard user moves to the field. After a touch
    // the field gets no focus, because that would open the on-screen keyboard.
    if (changed === '' && document.activeElement?.matches(':focus-visible')) field.current?.focus();
  });

  const byText = isByText ? 'dial.bytext' : undefined;
  const isWaiting = people?.notice !== undefined;
  const block = blockedBy === undefined ? byText : (`dial.blocked.${blockedBy}` as const);
  // Where a call waits for the connection, the reason is needed only if that call was refused. A call hides this page,
  // and is no news to its user, but to one who tries to make another call.
  const isQuiet =
    isWaiting ||
    (isConnecting && blockedBy === 'offline' && people?.refusals === 0) ||
    (blockedBy === 'inCall' && people?.refusedBy !== 'inCall');
  const reason = isQuiet ? undefined : block;
  const isBlank = number.trim() === '';
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isBlank) onCall?.(number);
  }

  const picture = (
    <div className={styles.preview}>
      <OwnPicture isOn={isVideoOn} failure={previewFailure} attach={attachPreview} />
    </div>
  );
  const numberField = (
    <TextField
      ref={field}
      label={t('dial.number')}
      value={number}
      onChange={onNumberChange}
      onBlur={keepSelection}
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
      {...people?.field}
    />
  );
  const keypad = (
    <Keypad label={t('toolbar.dialpad')} onKey={(key) => edit((content) => insertAtCaret(content, key))} />
  );
  const callButton = (
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
  );
  const why = (
    <output key={people?.refusals} className={styles.reason} role={people?.refusals ? 'alert' : undefined}>
      {reason === undefined ? undefined : (
        <>
          <Icon name="info" size="1.25em" />
          {t(reason)}
        </>
      )}
    </output>
  );
  const testLink = hasTestPage ? (
    <Link href="/test" className={styles.test}>
      {t('devices.open_test')}
    </Link>
  ) : undefined;

  return (
    <div className={people === undefined ? styles.dial : styles.peopleFirst}>
      <VisuallyHidden>
        <h1>{t('title.call')}</h1>
      </VisuallyHidden>
      {people === undefined ? (
        <>
          {picture}
          <form className={styles.form} onSubmit={submit}>
            {numberField}
            {keypad}
            {callButton}
            {kinds}
            {why}
            {testLink}
          </form>
        </>
      ) : (
        <>
          <div className={styles.people}>
            <form className={styles.form} onSubmit={submit}>
              {numberField}
              {people.found}
              {callButton}
              {kinds}
              {people.notice}
              {why}
              {people.wayOut}
            </form>
            {people.below}
          </div>
          <div className={styles.side}>
            {keypad}
            {picture}
            {testLink}
          </div>
        </>
      )}
    </div>
  );
}
