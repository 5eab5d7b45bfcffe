import { useTranslation } from 'react-i18next';
import { Spinner } from '../../ui/Spinner.tsx';
import styles from './whole-page.module.css';

/** In place of a page whose code is on its way. */
export function LoadingContent() {
  const { t } = useTranslation();
  return (
    <div className={styles.page} aria-busy="true">
      <Spinner label={t('common.loading')} />
    </div>
  );
}
