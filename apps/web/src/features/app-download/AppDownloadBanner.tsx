import '../../ui/icons/later-shapes.ts';
import { useTranslation } from 'react-i18next';
import type { AppOffer } from '../../client/product/app-offer.ts';
import { basePath } from '../../client/product/base-path.ts';
import type { Language } from '../../i18n/index.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { useFocusReturn } from '../../ui/dialogs/use-focus-return.ts';
import { Alert } from '../../ui/notices/Alert.tsx';
import styles from './AppDownloadBanner.module.css';

export type AppDownloadBannerProps = {
  readonly offer: AppOffer;
  readonly language: Language;
  readonly onClose: () => void;
  readonly onCloseForGood: () => void;
};

const badges = {
  googlePlay: { file: 'google-play', alt: 'appdownload.googlePlay' },
  appStore: { file: 'app-store', alt: 'appdownload.appStore' },
} as const;

/** Offers the operator's mobile app, above the login form (APPDL-04 … -06). */
export default function AppDownloadBanner({
  offer,
  language,
  onClose,
  onCloseForGood,
}: AppDownloadBannerProps) {
  const { t } = useTranslation();
  const { file, alt } = badges[offer.store];
  return (
    <div {...useFocusReturn()} className={styles.banner}>
      <Alert type="info" dismissLabel={t('error.dismiss')} onDismiss={onClose}>
        <p>
          <strong>{t('appdownload.text')}</strong>
        </p>
        <div className={styles.actions}>
          <a href={offer.link} rel="noreferrer" className={styles.badge}>
            <img
              src={`${basePath}/store-badges/${file}-${language}.svg`}
              alt={t(alt)}
              width={184}
              height={56}
            />
          </a>
          <Button kind="quiet" onPress={onCloseForGood}>
            {t('appdownload.dontshow')}
          </Button>
        </div>
      </Alert>
    </div>
  );
}
