import { useTranslation } from 'react-i18next';
import { navigate } from 'wouter/use-browser-location';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import { basePath } from '../../../client/product/base-path.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';

/** Asks before the logout, because a logout ends calls and everything else in progress (NAV-05). */
export function LogoutQuestion({ onCancel }: { readonly onCancel: () => void }) {
  const { t } = useTranslation();
  const { session } = useAppServices();
  return (
    <ConfirmDialog
      title={t('logout.title')}
      confirmLabel={t('logout.confirm')}
      cancelLabel={t('common.cancel')}
      onConfirm={() => {
        void session.logout();
        // The next user starts at the home page, as in the other tabs (LOGIN-13).
        navigate(`${basePath}/`, { replace: true });
      }}
      onCancel={onCancel}
    >
      {t('logout.body')}
    </ConfirmDialog>
  );
}
