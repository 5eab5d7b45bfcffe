import type { Message } from '@samtal/api-contract';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { useMessages } from '../../client/hooks/use-records.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { useMessageWords } from './use-message-words.ts';

/** Deletes a message after a confirmation (MSG-04), and reports whether that succeeded (MSG-07). */
export function useDeleteMessage(onDeleted: () => void): {
  readonly ask: (message: Message) => void;
  readonly question: ReactNode;
} {
  const { t } = useTranslation();
  const { alerts } = useAppServices();
  const messages = useMessages();
  const wordsOf = useMessageWords();
  const [asked, setAsked] = useState<Message>();

  useEffect(() => () => alerts.clear('messageError'), [alerts]);

  async function remove({ messageNumber }: Message): Promise<void> {
    setAsked(undefined);
    alerts.clear('messageError');
    const result = await messages.deleteMessage(messageNumber);
    // With 404, another device has already deleted the message.
    const isGone = result.ok || result.status === 404;
    if (!isGone) {
      alerts.show({ id: 'messageError', type: 'danger', message: { key: 'messages.notdeleted' } });
      return;
    }
    if (!result.ok) void messages.load();
    alerts.show(
      { id: 'message', type: 'success', message: { key: 'messages.messageAlert' } },
      { flash: true },
    );
    onDeleted();
  }

  return {
    ask: setAsked,
    question:
      asked === undefined ? undefined : (
        <ConfirmDialog
          title={t('messages.delete')}
          confirmLabel={t('common.delete')}
          cancelLabel={t('common.cancel')}
          isDangerous
          onConfirm={() => void remove(asked)}
          onCancel={() => setAsked(undefined)}
        >
          <p>{t('messages.delete_body', { name: wordsOf(asked).sender })}</p>
        </ConfirmDialog>
      ),
  };
}
