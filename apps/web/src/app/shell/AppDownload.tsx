import { type ComponentType, lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { appOfferFor } from '../../client/product/app-offer.ts';
import type { AppDownloadBannerProps } from '../../features/app-download/AppDownloadBanner.tsx';
import type { Language } from '../../i18n/index.ts';

const key = 'hideAppDownload';

const nothing = { default: () => undefined };
// Only those who see it fetch it, and a login must not fail for want of an offer.
const Banner = lazy<ComponentType<AppDownloadBannerProps>>(() =>
  import('../../features/app-download/AppDownloadBanner.tsx').catch(() => nothing),
);

export type AppDownloadProps = {
  /** A call has the screen; what was closed before it stays closed. */
  readonly isAside?: boolean;
};

/** The operator's app for those on a phone or a tablet, until they have closed it (APPDL-01 … -05, A-115). */
export function AppDownload({ isAside = false }: AppDownloadProps) {
  const { i18n } = useTranslation();
  const { brand, localStore } = useAppServices();
  const [isHidden, setIsHidden] = useState(() => localStore.get(key) === 'true');
  const offer = appOfferFor(brand.appDownload, navigator);
  if (isHidden || isAside || offer === undefined) return undefined;
  return (
    <Suspense>
      <Banner
        offer={offer}
        language={i18n.language as Language}
        onClose={() => setIsHidden(true)}
        onCloseForGood={() => {
          localStore.set(key, 'true');
          setIsHidden(true);
        }}
      />
    </Suspense>
  );
}
