import { useTranslation } from 'react-i18next';
import { Spinner } from '../../ui/notices/Spinner.tsx';
import styles from './whole-page.module.css';

/** Shown while the next screen is loading (ROUTE-33). */
export function LoadingScreen({ label }: { readonly label?: string }) {
  const { t } = useTranslation();
  return (
    <main className={styles.page} aria-busy="true">
      <Spinner label={label ?? t('common.loading')} />
    </main>
  );
}
