import type { Message } from '@samtal/api-contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useCallAction } from '../../client/hooks/use-call-action.ts';
import { useKnownNames } from '../../client/hooks/use-client.ts';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import styles from './MessageRow.module.css';
import { messageWords } from './message-words.ts';

export type MessageRowProps = {
  readonly message: Message;
  readonly onDelete: (message: Message) => void;
};

/** A row of the list of messages (MSG-03). */
export function MessageRow({ message, onDelete }: MessageRowProps) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const nameId = useId();
  const { sender, address, shownAddress, shownText, date } = messageWords(message, useKnownNames(), t);
  const call = useCallAction(address);
  return (
    <div className={classNames(styles.row, !message.read && styles.unread)}>
      <span className={styles.sign}>
        <Icon name="envelope" />
      </span>
      <div className={styles.words}>
        <div id={nameId} className={styles.head}>
          <bdi className={styles.sender}>{sender}</bdi>{' '}
          <time className={styles.date} dir="ltr" dateTime={date.replace(' ', 'T')}>
            {date}
          </time>
        </div>
        <bdi className={styles.address}>{shownAddress}</bdi>
        <p className={styles.text} dir="auto">
          {shownText}
        </p>
      </div>
      <div className={styles.actions}>
        <IconButton
          icon="eye"
          label={t('common.view')}
          aria-describedby={nameId}
          onPress={() => navigate(`/messages/view/${message.messageNumber}`)}
        />
        <IconButton icon="phone" label={t('messages.callsender')} aria-describedby={nameId} onPress={call} />
        <IconButton
          icon="trash"
          label={t('common.delete')}
          aria-describedby={nameId}
          onPress={() => onDelete(message)}
        />
      </div>
    </div>
  );
}
