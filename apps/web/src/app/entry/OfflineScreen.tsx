import { BRANDING_PATH } from '@samtal/api-contract';
import { useTranslation } from 'react-i18next';
import { useRouter } from 'wouter';
import { localTextOf } from '../../client/format/local-text.ts';
import { useAppServices } from '../../client/hooks/app-services.ts';
import introStyles from '../../features/login/LoginIntro.module.css';
import { Button } from '../../ui/buttons/Button.tsx';
import { SignList } from '../../ui/lists/SignList.tsx';
import { BrandMark } from '../shell/BrandMark.tsx';
import styles from './SignedOutApp.module.css';

/**
 * The page that browsers keep for the time without a network (decision D79). Only `offline-script.ts` runs in it:
 * it finds the button and the outcome by their ids, and the logo for dark surfaces by `data-dark-src`.
 */
export function OfflineScreen() {
  const { t, i18n } = useTranslation();
  const { brand } = useAppServices();
  const { base } = useRouter();
  const notice = localTextOf(brand.offlineNotice, i18n.language);
  return (
    <div className={styles.app}>
      <main className={styles.main}>
        <div
          className={styles.brand}
          data-dark-src={brand.logoContrast ? `${base}${BRANDING_PATH}${brand.logoContrast}` : undefined}
        >
          <BrandMark />
        </div>
        <section className={introStyles.intro}>
          <h1>{t('offline.title', { brand: brand.name })}</h1>
          <p>{t('offline.waiting')}</p>
          <SignList
            signs={[
              ['hangUp', t('offline.no_calls')],
              ['warning', t('offline.no_emergency')],
              ['user', t('offline.no_lists')],
              ...(notice === '' ? [] : [['info', notice] as const]),
            ]}
          />
          <Button id="try" kind="primary" size="large" isDisabled={false}>
            {t('offline.try')}
          </Button>
          <output id="outcome" data-words={t('offline.still')} />
        </section>
      </main>
    </div>
  );
}
