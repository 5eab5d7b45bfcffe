import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  keptMessages,
  MESSAGE_LENGTH,
  READY_MESSAGES,
  withMessage,
  withoutMessage,
} from '../../../client/calling/kept-messages.ts';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import { useStore } from '../../../client/store/store.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import styles from './RejectMessages.module.css';

const SETTING = 'WEB_REJECT_MESSAGES';

export type RejectMessagesProps = {
  /** Rejects the call; the caller reads `message`. */
  readonly onReject: (message: string) => void;
  readonly onBack: () => void;
};

/** Messages with which a call can be rejected: ready ones, and own ones that are kept (decision D33). */
export function RejectMessages({ onReject, onBack }: RejectMessagesProps) {
  const { t } = useTranslation();
  const { own, keep } = useKeptMessages();
  const [written, setWritten] = useState('');
  const [isKept, setIsKept] = useState(false);

  function send(event: FormEvent): void {
    event.preventDefault();
    const message = written.trim();
    if (message === '') return;
    if (isKept) keep(withMessage(own, message));
    onReject(message);
  }

  return (
    <Dialog
      title={t('call.rejectwithmessage')}
      onCancel={onBack}
      actions={<Button onPress={onBack}>{t('call.rejectmessage.back')}</Button>}
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
            onChange={(value) => setWritten(value.slice(0, MESSAGE_LENGTH))}
            autoComplete="off"
          />
          <Checkbox label={t('call.rejectmessage.keep')} isChecked={isKept} onChange={setIsKept} />
          <Button type="submit" kind="danger" isWide isDisabled={written.trim() === ''}>
            {t('call.rejectmessage.send')}
          </Button>
        </form>
      </div>
    </Dialog>
  );
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
