import { useTranslation } from 'react-i18next';
import { useAppServices } from '../client/app-services.ts';
import type { Unfitness } from '../client/browser-support.ts';
import { localTextOf } from '../client/local-text.ts';
import { BrowserRefused } from '../features/login/BrowserRefused.tsx';
import { KioskFrame } from './KioskFrame.tsx';
import { PageTitle } from './PageTitle.tsx';

/** In place of everything that leads to calls, where there can be none (A-106, LOGIN-03). */
export default function UnfitBrowserScreen({ why }: { readonly why: Unfitness }) {
  const { i18n } = useTranslation();
  const { brand } = useAppServices();
  return (
    <KioskFrame>
      <PageTitle />
      <BrowserRefused
        reason={why}
        unsupportedMessage={localTextOf(brand.browser.unsupportedMessage, i18n.language)}
      />
    </KioskFrame>
  );
}
