import '../../ui/icons/later-shapes.ts';
import { useTranslation } from 'react-i18next';
import { localTextOf } from '../../client/format/local-text.ts';
import { useAppServices } from '../../client/hooks/app-services.ts';
import type { UnsupportedReason } from '../../client/product/browser-support.ts';
import { BrowserRefused } from '../../features/login/BrowserRefused.tsx';
import { PageTitle } from '../routes/titles/PageTitle.tsx';
import { KioskFrame } from './KioskFrame.tsx';

/** Shown in place of the app in a browser that cannot make calls (A-106, LOGIN-03). */
export default function UnsupportedBrowserScreen({ reason }: { readonly reason: UnsupportedReason }) {
  const { i18n } = useTranslation();
  const { brand } = useAppServices();
  return (
    <KioskFrame>
      <PageTitle />
      <BrowserRefused
        reason={reason}
        unsupportedMessage={localTextOf(brand.browser.unsupportedMessage, i18n.language)}
      />
    </KioskFrame>
  );
}
