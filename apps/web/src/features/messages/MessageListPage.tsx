import type { Features, Message } from '@samtal/api-contract';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useCallBlockWords } from '../../client/hooks/use-call-block-words.ts';
import { useMessages } from '../../client/hooks/use-records.ts';
import { useStore } from '../../client/store/store.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { LetterList } from '../../ui/lists/letter-list/LetterList.tsx';
import { EmptyState } from '../../ui/notices/EmptyState.tsx';
import { LateSpinner } from '../../ui/notices/LateSpinner.tsx';
import { Note } from '../../ui/notices/Note.tsx';
import { PageFrame } from '../../ui/page/PageFrame.tsx';
import { MessageRow } from './MessageRow.tsx';
import { useDeleteMessage } from './use-delete-message.tsx';

const numberOf = ({ messageNumber }: Message): string => String(messageNumber);
const noMessages: readonly Message[] = [];

/** Messages of callers: unread above read, newest first (ROUTE-25, A-097). */
export function MessageListPage({ features }: { readonly features: Features }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const messages = useMessages();
  const list = useStore(messages.list);
  const blockWords = useCallBlockWords();
  // The pressed delete button disappears with its message, so the focus goes to the heading.
  const [isFocusLost, setIsFocusLost] = useState(false);
  const { ask, question } = useDeleteMessage(() => setIsFocusLost(true));
  // opening the page loads new messages.
  useEffect(() => void messages.load(), [messages]);

  const all = list.phase === 'ready' ? list.value : noMessages;
  const groups = useMemo(() => {
    const newestFirst = all.toSorted((one, other) => other.timestamp - one.timestamp);
    return [
      { key: 'unread', label: t('messages.unread'), items: newestFirst.filter(({ read }) => !read) },
      { key: 'read', label: t('messages.read'), items: newestFirst.filter(({ read }) => read) },
    ].filter(({ items }) => items.length > 0);
  }, [all, t]);
  const row = useCallback(
    (message: Message) => (
      <MessageRow
        message={message}
        onDelete={(asked) => {
          setIsFocusLost(false);
          ask(asked);
        }}
        onMarkAsRead={({ messageNumber }) => {
          // The row moves to the read messages.
          setIsFocusLost(true);
          void messages.markAsRead(messageNumber);
        }}
      />
    ),
    [ask, messages],
  );
  const deleteRead = groups.some(({ key }) => key === 'read') ? (
    <Button icon="trash" onPress={() => navigate('/messages/delete')}>
      {t('messages.deleteread_action')}
    </Button>
  ) : undefined;

  return (
    <PageFrame title={t('menu.messages')} actions={deleteRead} hasFocus={isFocusLost}>
      <Note>{blockWords}</Note>
      {list.phase === 'loading' ? <LateSpinner label={t('common.loading')} /> : undefined}
      {list.phase === 'failed' ? (
        <EmptyState
          icon="warning"
          title={t('messages.notloaded')}
          actions={<Button onPress={() => void messages.load()}>{t('network.retry')}</Button>}
        />
      ) : undefined}
      {list.phase === 'ready' && groups.length === 0 ? <NoMessages features={features} /> : undefined}
      {groups.length > 0 ? (
        <LetterList
          name="messages"
          groups={groups}
          keyOf={numberOf}
          renderItem={row}
          indexLabel={t('menu.messages')}
          onItemClick={({ messageNumber }) => navigate(`/messages/view/${messageNumber}`)}
        />
      ) : undefined}
      {question}
    </PageFrame>
  );
}

function NoMessages({ features }: { readonly features: Features }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const canChange = features.settings && features.changeMessage;
  return (
    <EmptyState
      icon="envelope"
      title={t('messages.nomessages')}
      actions={
        canChange ? (
          <Button onPress={() => navigate('/settings/mediamail')}>{t('settings.mediamail')}</Button>
        ) : undefined
      }
    >
      {t('messages.nomessages_hint')}
    </EmptyState>
  );
}
