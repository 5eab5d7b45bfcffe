import { useTranslation } from 'react-i18next';
import { Spinner } from '../../ui/notices/Spinner.tsx';
import styles from './whole-page.module.css';

/** Shown while the code of a page is loading. */
export function LoadingContent() {
  const { t } = useTranslation();
  return (
    <div className={styles.page} aria-busy="true">
      <Spinner label={t('common.loading')} />
    </div>
  );
}
