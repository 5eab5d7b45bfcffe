import type { HistoryEntry } from '@samtal/api-contract';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { useKnownPeople } from '../../client/hooks/use-client.ts';
import { useCallHistory } from '../../client/hooks/use-records.ts';
import type { CallHistory } from '../../client/records/history.ts';
import type { TextKey } from '../../i18n/index.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { personIn } from './call-words.ts';

/** One call, the calls of a group, or all calls. */
type Asked = HistoryEntry | readonly HistoryEntry[] | 'all';

const isGroup = (asked: Asked): asked is readonly HistoryEntry[] => Array.isArray(asked);

/** Deletes one call, a group of calls or all calls. Asks for confirmation first, because their text cannot be restored. */
export function useDeleteCall(onDeleted: () => void): {
  readonly ask: (what: Asked) => void;
  readonly question: ReactNode;
} {
  const { t } = useTranslation();
  const { alerts } = useAppServices();
  const history = useCallHistory();
  const known = useKnownPeople();
  const [asked, setAsked] = useState<Asked>();

  useEffect(() => () => alerts.clear('historyError'), [alerts]);

  async function remove(what: Asked): Promise<void> {
    setAsked(undefined);
    alerts.clear('historyError');
    const isRemoved = await removeFrom(history, what);
    if (!isRemoved) {
      alerts.show({ id: 'historyError', type: 'danger', message: { key: 'history.notdeleted' } });
      return;
    }
    const key: TextKey =
      what === 'all' ? 'history.all_deleted' : isGroup(what) ? 'history.group_deleted' : 'history.deleted';
    alerts.show({ id: 'history', type: 'success', message: { key } }, { flash: true });
    onDeleted();
  }

  if (asked === undefined) return { ask: setAsked, question: undefined };
  const [first] = isGroup(asked) ? asked : asked === 'all' ? [] : [asked];
  const name = first === undefined ? '' : personIn(first, known).name;
  return {
    ask: setAsked,
    question: (
      <ConfirmDialog
        title={
          isGroup(asked)
            ? t('history.delete_group_question', { count: asked.length })
            : t(asked === 'all' ? 'history.delete_all_question' : 'history.delete_question')
        }
        confirmLabel={t('common.delete')}
        cancelLabel={t('common.cancel')}
        isDangerous
        onConfirm={() => void remove(asked)}
        onCancel={() => setAsked(undefined)}
      >
        <p>
          {asked === 'all'
            ? t('history.delete_all_body')
            : t(isGroup(asked) ? 'history.delete_group_body' : 'history.delete_body', { name })}
        </p>
      </ConfirmDialog>
    ),
  };
}

/** Deletes the calls one after the other. @returns false if one of them could not be deleted */
async function removeFrom(history: CallHistory, what: Asked): Promise<boolean> {
  if (what === 'all') return (await history.clear()).ok;
  for (const { id } of isGroup(what) ? what : [what]) if (!(await history.remove(id)).ok) return false;
  return true;
}
