import type { Features } from '@samtal/api-contract';
import { useTranslation } from 'react-i18next';
import { useAppServices } from '../../client/hooks/app-services.ts';
import styles from './Footer.module.css';
import { FooterMedia } from './FooterMedia.tsx';

export type FooterProps = { readonly copyright: string; readonly features: Features };

/**
 * Shows version, copyright (NAV-11) and the media of calls. `{year}` in the operator's text becomes the
 * current year.
 */
export function Footer({ copyright, features }: FooterProps) {
  const { t } = useTranslation();
  const { version, year } = useAppServices();
  return (
    <footer className={styles.footer}>
      <span>{t('footer.version', { version })}</span>
      <FooterMedia features={features} />
      <bdi>{copyright.replaceAll('{year}', String(year))}</bdi>
    </footer>
  );
}
