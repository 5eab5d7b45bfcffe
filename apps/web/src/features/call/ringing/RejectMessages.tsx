import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  keptMessages,
  MESSAGE_LENGTH,
  READY_MESSAGES,
  withMessage,
  withoutMessage,
} from '../../../client/calling/kept-messages.ts';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import { useIntents } from '../../../client/hooks/use-client.ts';
import { useStore } from '../../../client/store/store.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import styles from './RejectMessages.module.css';
import { useWriter } from './use-writer.ts';

const SETTING = 'WEB_REJECT_MESSAGES';

/** An own message that has not been sent, and whether it is to be kept. */
type Draft = { readonly written: string; readonly isKept: boolean };

const noDraft: Draft = { written: '', isKept: false };

/** What was last written in each client and not sent, and its writer: no typed word is lost. */
const drafts = new WeakMap<object, Draft & { readonly writer: string }>();

export type RejectMessagesProps = {
  /** Rejects the call; the caller reads `message`. */
  readonly onReject: (message: string) => void;
  readonly onBack: () => void;
};

/** Messages with which a call can be rejected: ready ones, and own ones that are kept (decision D33). */
export function RejectMessages({ onReject, onBack }: RejectMessagesProps) {
  const { t } = useTranslation();
  const { own, keep } = useKeptMessages();
  const { written, isKept, write, onClosed } = useDraft((message) => keep(withMessage(own, message)));

  function back(): void {
    onClosed();
    onBack();
  }
  function send(event: FormEvent): void {
    event.preventDefault();
    const message = written.trim();
    if (message === '') return;
    onClosed();
    write(noDraft);
    if (isKept) keep(withMessage(own, message));
    onReject(message);
  }

  return (
    <Dialog
      title={t('call.rejectwithmessage')}
      onCancel={back}
      actions={<Button onPress={back}>{t('call.rejectmessage.back')}</Button>}
    >
      <div className={styles.messages}>
        {READY_MESSAGES.map((key) => (
          <Button key={key} isWide onPress={() => onReject(t(key))}>
            {t(key)}
          </Button>
        ))}
        {own.map((message) => (
          <div key={message} className={styles.own}>
            <Button isWide onPress={() => onReject(message)}>
              <bdi>{message}</bdi>
            </Button>
            <IconButton
              icon="trash"
              label={t('call.rejectmessage.remove', { message })}
              onPress={() => keep(withoutMessage(own, message))}
            />
          </div>
        ))}
        <form onSubmit={send} className={styles.write}>
          <TextField
            label={t('call.rejectmessage.own')}
            value={written}
            onChange={(value) => write({ written: value.slice(0, MESSAGE_LENGTH), isKept })}
            autoComplete="off"
          />
          <Checkbox
            label={t('call.rejectmessage.keep')}
            isChecked={isKept}
            onChange={(kept) => write({ written, isKept: kept })}
          />
          <Button type="submit" kind="danger" isWide isDisabled={written.trim() === ''}>
            {t('call.rejectmessage.send')}
          </Button>
        </form>
      </div>
    </Dialog>
  );
}

/**
 * The message that the user writes. It is there again when the dialog opens again; one that is to be kept goes to `keep`
 * when the caller gives up.
 */
function useDraft(keep: (message: string) => void) {
  const intents = useIntents();
  const writer = useWriter();
  const [draft, setDraft] = useState<Draft>(() => {
    const kept = drafts.get(intents);
    return kept?.writer === writer ? kept : noDraft;
  });
  const isClosed = useRef(false);
  function write(changed: Draft): void {
    drafts.set(intents, { ...changed, writer });
    setDraft(changed);
  }
  const leave = useEffectEvent(() => {
    const message = draft.written.trim();
    if (isClosed.current || !draft.isKept || message === '') return;
    drafts.delete(intents);
    keep(message);
  });
  useEffect(() => () => leave(), []);
  return {
    ...draft,
    write,
    /** The user closes the dialog. */
    onClosed: () => {
      isClosed.current = true;
    },
  };
}

/** The user's own messages, and a function that keeps other ones instead. */
function useKeptMessages() {
  const { settingsEditor } = useAppServices();
  const { values } = useStore(settingsEditor.state);
  return {
    own: keptMessages(values[SETTING]),
    keep: (messages: readonly string[]) => void settingsEditor.saveOne(SETTING, messages.join('\n')),
  };
}
