import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icons/Icon.tsx';
import styles from '../../ui/loading/whole-page.module.css';
import { PageTitle } from './titles/PageTitle.tsx';

/**
 * Shown in place of the whole app if the brand does not allow the way in which the page was opened (ROUTE-28,
 * ROUTE-29, ROUTE-30, ERR-03).
 */
export function NotFoundScreen() {
  const { t } = useTranslation();
  return (
    <main className={styles.page}>
      <PageTitle />
      <span className={styles.sign}>
        <Icon name="warning" size="3.5rem" />
      </span>
      <h1>{t('error.404')}</h1>
      <p>{t('support.checklink')}</p>
    </main>
  );
}
