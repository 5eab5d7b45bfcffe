import type { HistoryEntry } from '@samtal/api-contract';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { useKnownNames } from '../../client/hooks/use-client.ts';
import { useCallHistory } from '../../client/hooks/use-records.ts';
import type { TextKey } from '../../i18n/index.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { nameIn } from './call-words.ts';

type Asked = HistoryEntry | 'all';

/** Deletes one call or all calls. Asks for confirmation first, because their text cannot be restored. */
export function useDeleteCall(onDeleted: () => void): {
  readonly ask: (what: Asked) => void;
  readonly question: ReactNode;
} {
  const { t } = useTranslation();
  const { alerts } = useAppServices();
  const history = useCallHistory();
  const names = useKnownNames();
  const [asked, setAsked] = useState<Asked>();

  useEffect(() => () => alerts.clear('historyError'), [alerts]);

  async function remove(what: Asked): Promise<void> {
    setAsked(undefined);
    alerts.clear('historyError');
    const result = what === 'all' ? await history.clear() : await history.remove(what.id);
    if (!result.ok) {
      alerts.show({ id: 'historyError', type: 'danger', message: { key: 'history.notdeleted' } });
      return;
    }
    const key: TextKey = what === 'all' ? 'history.all_deleted' : 'history.deleted';
    alerts.show({ id: 'history', type: 'success', message: { key } }, { flash: true });
    onDeleted();
  }

  if (asked === undefined) return { ask: setAsked, question: undefined };
  return {
    ask: setAsked,
    question: (
      <ConfirmDialog
        title={t(asked === 'all' ? 'history.delete_all_question' : 'history.delete_question')}
        confirmLabel={t('common.delete')}
        cancelLabel={t('common.cancel')}
        isDangerous
        onConfirm={() => void remove(asked)}
        onCancel={() => setAsked(undefined)}
      >
        <p>
          {asked === 'all'
            ? t('history.delete_all_body')
            : t('history.delete_body', { name: nameIn(asked, names) })}
        </p>
      </ConfirmDialog>
    ),
  };
}
