import type { Features, HistoryEntry } from '@samtal/api-contract';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dateLocale } from '../../client/format/time.ts';
import { useCallBlockWords } from '../../client/hooks/use-call-block-words.ts';
import { useCallHistory } from '../../client/hooks/use-records.ts';
import { useStore } from '../../client/store/store.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { LetterList } from '../../ui/lists/letter-list/LetterList.tsx';
import { EmptyState } from '../../ui/notices/EmptyState.tsx';
import { LateSpinner } from '../../ui/notices/LateSpinner.tsx';
import { Note } from '../../ui/notices/Note.tsx';
import { PageFrame } from '../../ui/page/PageFrame.tsx';
import { dayGroups } from './day-groups.ts';
import { HistoryRow } from './HistoryRow.tsx';
import { MoreBelow } from './MoreBelow.tsx';
import { useDeleteCall } from './use-delete-call.tsx';

const idOf = ({ id }: HistoryEntry): string => id;
const noEntries: readonly HistoryEntry[] = [];

/** Finished calls by day, newest first (ROUTE-03, decision D14). */
export function HistoryListPage({ features }: { readonly features: Features }) {
  const { t, i18n } = useTranslation();
  const history = useCallHistory();
  const list = useStore(history.list);
  const isMissedOnly = useStore(history.isMissedOnly);
  const blockWords = useCallBlockWords();
  // The pressed delete button disappears with its call, so the focus goes to the heading.
  const [isFocusLost, setIsFocusLost] = useState(false);
  const { ask, question } = useDeleteCall(() => setIsFocusLost(true));
  useEffect(() => void history.load(), [history]);
  const missed = useStore(history.missed);
  useEffect(() => {
    if (missed > 0) history.forgetMissed();
  }, [history, missed]);

  const entries = list.phase === 'ready' ? list.value.entries : noEntries;
  const groups = useMemo(
    () =>
      // oxlint-disable-next-line react/purity -- today's date is read at each change of the list
      dayGroups(entries, Date.now(), {
        language: dateLocale(i18n.language, navigator.languages),
        today: t('history.today'),
        yesterday: t('history.yesterday'),
      }),
    [entries, i18n.language, t],
  );
  const askToDelete = useCallback(
    (what: HistoryEntry | 'all') => {
      setIsFocusLost(false);
      ask(what);
    },
    [ask],
  );
  const row = useCallback(
    (entry: HistoryEntry) => <HistoryRow entry={entry} features={features} onDelete={askToDelete} />,
    [features, askToDelete],
  );
  const hasCalls = entries.length > 0 || isMissedOnly;

  return (
    <PageFrame
      title={t('menu.history')}
      hasFocus={isFocusLost}
      actions={
        hasCalls ? (
          <>
            <Button
              icon={isMissedOnly ? 'check' : 'callMissed'}
              kind={isMissedOnly ? 'primary' : 'secondary'}
              aria-pressed={isMissedOnly}
              onPress={() => void history.showMissedOnly(!isMissedOnly)}
            >
              {t('history.missed_only')}
            </Button>
            <Button icon="trash" onPress={() => askToDelete('all')}>
              {t('history.delete_all')}
            </Button>
          </>
        ) : undefined
      }
    >
      <Note>{blockWords}</Note>
      {list.phase === 'loading' ? <LateSpinner label={t('common.loading')} /> : undefined}
      {list.phase === 'failed' ? (
        <EmptyState
          icon="warning"
          title={t('history.notloaded')}
          actions={<Button onPress={() => void history.load()}>{t('network.retry')}</Button>}
        />
      ) : undefined}
      {list.phase === 'ready' && entries.length === 0 ? <NoCalls isMissedOnly={isMissedOnly} /> : undefined}
      {groups.length > 0 ? (
        <LetterList
          name={`history ${isMissedOnly}`}
          groups={groups}
          keyOf={idOf}
          renderItem={row}
          indexLabel={t('menu.history')}
        />
      ) : undefined}
      {list.phase === 'ready' && list.value.next !== null ? (
        <MoreBelow label={t('common.loading')} onReached={history.loadMore} />
      ) : undefined}
      {question}
    </PageFrame>
  );
}

function NoCalls({ isMissedOnly }: { readonly isMissedOnly: boolean }) {
  const { t } = useTranslation();
  if (isMissedOnly) return <EmptyState icon="callMissed" title={t('history.none_missed')} />;
  return (
    <EmptyState icon="history" title={t('history.none')}>
      {t('history.none_hint')}
    </EmptyState>
  );
}
