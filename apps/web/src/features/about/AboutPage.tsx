import { useTranslation } from 'react-i18next';
import { About } from './About.tsx';
import styles from './AboutPage.module.css';

/** System information as a page (ROUTE-09, A-086). */
export default function AboutPage() {
  const { t } = useTranslation();
  return (
    <div className={styles.page}>
      <h1>{t('menu.about')}</h1>
      <About />
    </div>
  );
}
