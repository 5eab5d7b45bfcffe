import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppServices } from '../client/app-services.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Icon } from '../ui/Icon.tsx';
import styles from './menu-entry.module.css';

/** Asks first: logging out ends everything that is going on (NAV-05). */
export function LogoutButton() {
  const { t } = useTranslation();
  const { session } = useAppServices();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <button type="button" className={styles.entry} onClick={() => setIsAsking(true)}>
        <Icon name="logOut" />
        {t('menu.logout')}
      </button>
      {isAsking ? (
        <ConfirmDialog
          title={t('logout.title')}
          confirmLabel={t('logout.confirm')}
          cancelLabel={t('common.cancel')}
          onConfirm={() => void session.logout()}
          onCancel={() => setIsAsking(false)}
        >
          {t('logout.body')}
        </ConfirmDialog>
      ) : undefined}
    </>
  );
}
