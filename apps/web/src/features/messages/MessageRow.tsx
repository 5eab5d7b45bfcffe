import type { Message } from '@samtal/api-contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useCallAction, useTextCall } from '../../client/hooks/use-call-action.ts';
import { useFace } from '../../client/hooks/use-face.ts';
import { imageAddress } from '../../client/product/image-address.ts';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { classNames } from '../../ui/class-names.ts';
import { AddressText } from '../../ui/page/AddressText.tsx';
import { Portrait } from '../../ui/portrait/Portrait.tsx';
import styles from './MessageRow.module.css';
import { useMessageWords } from './use-message-words.ts';

export type MessageRowProps = {
  readonly message: Message;
  readonly onDelete: (message: Message) => void;
  readonly onMarkAsRead: (message: Message) => void;
};

/**
 * A row of the list of messages (MSG-03), with so much of the text that most messages can be read here. A
 * message becomes read when it is viewed (MSG-05), or when its row is marked as read.
 */
export function MessageRow({ message, onDelete, onMarkAsRead }: MessageRowProps) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const nameId = useId();
  const { sender, address, shownAddress, shownText, date, dateTime } = useMessageWords()(message);
  const face = useFace(address ?? '');
  const call = useCallAction(address);
  const answer = useTextCall(address);
  return (
    <div className={classNames(styles.row, !message.read && styles.unread)}>
      <Portrait name={sender} image={imageAddress(face)} />
      <div className={styles.words} data-words>
        <div id={nameId} className={styles.head}>
          <bdi className={styles.sender}>{sender}</bdi>{' '}
          <time className={styles.date} dateTime={dateTime}>
            <bdi>{date}</bdi>
          </time>
        </div>
        <AddressText className={styles.address}>{shownAddress}</AddressText>
        <p className={styles.text} dir="auto">
          {shownText}
        </p>
      </div>
      <div className={styles.actions}>
        <IconButton
          icon="eye"
          hasWords
          label={t('common.view')}
          aria-describedby={nameId}
          onPress={() => navigate(`/messages/view/${message.messageNumber}`)}
        />
        {message.read ? undefined : (
          <IconButton
            icon="check"
            hasWords
            label={t('messages.markread')}
            aria-describedby={nameId}
            onPress={() => onMarkAsRead(message)}
          />
        )}
        <IconButton
          icon="phone"
          hasWords
          label={t('messages.callsender')}
          aria-describedby={nameId}
          onPress={call}
        />
        {answer === undefined ? undefined : (
          <IconButton
            icon="text"
            hasWords
            label={t('messages.answerbytext')}
            aria-describedby={nameId}
            onPress={answer}
          />
        )}
        <IconButton
          icon="trash"
          hasWords
          label={t('common.delete')}
          aria-describedby={nameId}
          onPress={() => onDelete(message)}
        />
      </div>
    </div>
  );
}
