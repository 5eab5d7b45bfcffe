import type { Features, Message } from '@samtal/api-contract';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useCallAction, useTextCall } from '../../client/hooks/use-call-action.ts';
import { useCallBlockWords } from '../../client/hooks/use-call-block-words.ts';
import { useKnownPeople } from '../../client/hooks/use-client.ts';
import { useFace } from '../../client/hooks/use-face.ts';
import { useMessages } from '../../client/hooks/use-records.ts';
import { addContactPath } from '../../client/people/add-contact-path.ts';
import { isListed } from '../../client/people/known-names.ts';
import { imageAddress } from '../../client/product/image-address.ts';
import { useStore } from '../../client/store/store.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { EmptyState } from '../../ui/notices/EmptyState.tsx';
import { LateSpinner } from '../../ui/notices/LateSpinner.tsx';
import { Note } from '../../ui/notices/Note.tsx';
import { AddressText } from '../../ui/page/AddressText.tsx';
import { Card } from '../../ui/page/Card.tsx';
import { PageFrame } from '../../ui/page/PageFrame.tsx';
import { Portrait } from '../../ui/portrait/Portrait.tsx';
import styles from './MessagePage.module.css';
import { useDeleteMessage } from './use-delete-message.tsx';
import { useMessageWords } from './use-message-words.ts';

export type MessagePageProps = { readonly messageNumber: number; readonly features: Features };

/** Page of one message with all its text; opening the page marks the message as read (MSG-05). */
export function MessagePage({ messageNumber, features }: MessagePageProps) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const messages = useMessages();
  const list = useStore(messages.list);
  const back = <Button onPress={() => navigate('/messages')}>{t('common.back')}</Button>;

  if (list.phase === 'loading') return <LateSpinner label={t('common.loading')} />;
  if (list.phase === 'failed')
    return (
      <EmptyState
        icon="warning"
        title={t('messages.notloaded')}
        actions={<Button onPress={() => void messages.load()}>{t('network.retry')}</Button>}
      />
    );
  const message = list.value.find((one) => one.messageNumber === messageNumber);
  return message === undefined ? (
    <EmptyState icon="envelope" title={t('messages.notfound')} actions={back} />
  ) : (
    <WholeMessage message={message} features={features} />
  );
}

type WholeMessageProps = { readonly message: Message; readonly features: Features };

function WholeMessage({ message, features }: WholeMessageProps) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const messages = useMessages();
  const known = useKnownPeople();
  const wordsOf = useMessageWords();
  const { ask, question } = useDeleteMessage(() => navigate('/messages'));
  const { messageNumber, read } = message;
  useEffect(() => {
    if (!read) void messages.markAsRead(messageNumber);
  }, [messages, messageNumber, read]);

  const { sender, address, shownAddress, text, shownText, date, dateTime } = wordsOf(message);
  const face = useFace(address ?? '');
  const call = useCallAction(address);
  const answer = useTextCall(address);
  const blockWords = useCallBlockWords(address);
  const canAdd = features.contactAdd && address !== undefined && !isListed(known(address));
  return (
    <PageFrame title={<bdi>{sender}</bdi>} width="narrow" hasFocus>
      <div className={styles.person}>
        <Portrait name={sender} image={imageAddress(face)} />
        <div className={styles.facts}>
          <AddressText>{shownAddress}</AddressText>
          <time dateTime={dateTime}>
            <bdi>{date}</bdi>
          </time>
        </div>
      </div>
      <Card>
        <p className={styles.text} dir="auto" data-is-missing={text === undefined || undefined}>
          {shownText}
        </p>
      </Card>
      <Note>{blockWords}</Note>
      <div className={styles.actions}>
        <Button kind="success" icon="phone" onPress={call}>
          {t('messages.callsender')}
        </Button>
        {answer === undefined ? undefined : (
          <Button icon="text" onPress={answer}>
            {t('messages.answerbytext')}
          </Button>
        )}
        {canAdd ? (
          <Button icon="plus" onPress={() => navigate(addContactPath(address, sender))}>
            {t('contacts.add')}
          </Button>
        ) : undefined}
        <Button icon="trash" onPress={() => ask(message)}>
          {t('common.delete')}
        </Button>
        <Button onPress={() => navigate('/messages')}>{t('common.back')}</Button>
      </div>
      {question}
    </PageFrame>
  );
}
