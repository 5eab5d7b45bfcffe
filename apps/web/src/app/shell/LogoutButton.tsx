import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { navigate } from 'wouter/use-browser-location';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { basePath } from '../../client/product/base-path.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import styles from './menu-entry.module.css';

/** Asks before it logs out, because a logout ends calls and everything else in progress (NAV-05). */
export function LogoutButton({ label }: { readonly label: 'menu.logout' | 'menu.exit' }) {
  const { t } = useTranslation();
  const { session } = useAppServices();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <button type="button" className={styles.entry} onClick={() => setIsAsking(true)}>
        <Icon name="logOut" />
        {t(label)}
      </button>
      {isAsking ? (
        <ConfirmDialog
          title={t('logout.title')}
          confirmLabel={t('logout.confirm')}
          cancelLabel={t('common.cancel')}
          onConfirm={() => {
            void session.logout();
            // The next user starts at the home page, as in the other tabs (LOGIN-13).
            navigate(`${basePath}/`, { replace: true });
          }}
          onCancel={() => setIsAsking(false)}
        >
          {t('logout.body')}
        </ConfirmDialog>
      ) : undefined}
    </>
  );
}
