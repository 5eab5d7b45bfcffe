import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { useMessages } from '../../client/hooks/use-records.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { PageFrame } from '../../ui/page/PageFrame.tsx';
import styles from './MessagePage.module.css';

/** Asks before all read messages are deleted (MSG-06). */
export function DeleteReadPage() {
  const { t } = useTranslation();
  const { alerts } = useAppServices();
  const messages = useMessages();
  const [, navigate] = useLocation();
  const [isDeleting, setIsDeleting] = useState(false);

  useEffect(() => () => alerts.clear('messageError'), [alerts]);

  async function remove(): Promise<void> {
    alerts.clear('messageError');
    setIsDeleting(true);
    const result = await messages.deleteRead();
    setIsDeleting(false);
    if (!result.ok) {
      alerts.show({ id: 'messageError', type: 'danger', message: { key: 'messages.notdeleted' } });
      return;
    }
    alerts.show(
      { id: 'message', type: 'success', message: { key: 'messages.messageAlert' } },
      { flash: true },
    );
    navigate('/messages');
  }

  return (
    <PageFrame title={t('messages.deleteread')} width="narrow" hasFocus>
      <p>{t('messages.deleteread_body')}</p>
      <div className={styles.actions}>
        <Button onPress={() => navigate('/messages')}>{t('common.no')}</Button>
        <Button kind="danger" isBusy={isDeleting} onPress={() => void remove()}>
          {t('common.yes')}
        </Button>
      </div>
    </PageFrame>
  );
}
