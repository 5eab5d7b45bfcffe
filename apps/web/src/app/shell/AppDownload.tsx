import { type ComponentType, lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { useIsHydrating } from '../../client/hooks/use-is-hydrating.ts';
import { appOfferFor } from '../../client/product/app-offer.ts';
import type { AppDownloadBannerProps } from '../../features/app-download/AppDownloadBanner.tsx';
import type { Language } from '../../i18n/index.ts';

const key = 'hideAppDownload';

const nothing = { default: () => undefined };
// Only users who see the banner load its code. A failure to load it must not break the login.
const Banner = lazy<ComponentType<AppDownloadBannerProps>>(() =>
  import('../../features/app-download/AppDownloadBanner.tsx').catch(() => nothing),
);

export type AppDownloadProps = {
  /** A call is shown, so the banner is not. A banner that the user has closed stays closed. */
  readonly isAside?: boolean;
};

/** Offers the operator's app on phones and tablets until the user closes it (APPDL-01 … -05, A-115). */
export function AppDownload(props: AppDownloadProps) {
  return useIsHydrating() ? undefined : <Offer {...props} />;
}

function Offer({ isAside = false }: AppDownloadProps) {
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
