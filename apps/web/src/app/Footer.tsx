import { useTranslation } from 'react-i18next';
import { useAppServices } from '../client/app-services.ts';
import styles from './Footer.module.css';

/** Version and copyright (NAV-11); `{year}` in the operator's text is this year. */
export function Footer({ copyright }: { readonly copyright: string }) {
  const { t } = useTranslation();
  const { version, year } = useAppServices();
  return (
    <footer className={styles.footer}>
      <span>{t('footer.version', { version })}</span>
      <bdi>{copyright.replaceAll('{year}', String(year))}</bdi>
    </footer>
  );
}
