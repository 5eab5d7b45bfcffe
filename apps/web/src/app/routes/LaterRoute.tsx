import type { Features } from '@samtal/api-contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppServices } from '../../client/hooks/app-services.ts';
import AboutPage from '../../features/about/AboutPage.tsx';
import ContactsArea from '../../features/contacts/ContactsArea.tsx';
import DirectoryPage from '../../features/directory/DirectoryPage.tsx';
import FirstStepsPage from '../../features/first-steps/FirstStepsPage.tsx';
import HistoryArea from '../../features/history/HistoryArea.tsx';
import MessagesArea from '../../features/messages/MessagesArea.tsx';
import MyAddressPage from '../../features/my-address/MyAddressPage.tsx';
import ServicesPage from '../../features/services/ServicesPage.tsx';
import { hasDevicesPage } from '../../features/settings/settings-pages.ts';
import { SharePage } from '../../features/share/SharePage.tsx';
import '../../ui/icons/page-shapes.ts';
import { pageLater } from '../loading/page-later.ts';
import { ProfileRoute } from './ProfileRoute.tsx';
import type { Page } from './pages.ts';
import { SettingsRoute } from './SettingsRoute.tsx';
import { PageTitle } from './titles/PageTitle.tsx';

const LogPage = pageLater(() => import('../../features/log/LogPage.tsx'));
const TestPage = pageLater(() => import('../../features/devices/TestPage.tsx'));
const HelpPage = pageLater(
  () => import('../../features/help/HelpPage.tsx'),
  async (language) => (await import('../../i18n/parts/help-catalogues.ts')).loadHelpTexts(language),
);
const ConsoleArea = pageLater(
  () => import('../../features/console/ConsoleArea.tsx'),
  async (language) => ({
    ...(await (await import('../../i18n/parts/console-catalogues.ts')).loadConsoleTexts(language)),
    // What a person logs in with, and the question for the own second step.
    ...(await (await import('../../i18n/parts/second-factor-catalogues.ts')).loadSecondFactorTexts(language)),
  }),
);
const SelfCheckPage = pageLater(
  () => import('../../features/conformance/SelfCheckPage.tsx'),
  async (language) =>
    (await import('../../i18n/parts/self-check-catalogues.ts')).loadSelfCheckTexts(language),
);

/** All pages but the one to dial. */
export type LaterPageName =
  | Exclude<Page['name'], 'call'>
  | 'test'
  | 'selfcheck'
  | 'admin'
  | 'start'
  | 'share';

export type LaterRouteProps = { readonly page: LaterPageName; readonly features: Features };

/** A page of a signed-in user that no call needs, with its title. */
export default function LaterRoute({ page, features }: LaterRouteProps) {
  const { t } = useTranslation();
  const { brand } = useAppServices();
  const titled = (title: string, content: ReactNode) => (
    <>
      <PageTitle page={title} />
      {content}
    </>
  );
  switch (page) {
    case 'services':
      return titled(t('menu.services'), <ServicesPage />);
    case 'contacts':
      return titled(t('contacts.title'), <ContactsArea features={features} />);
    case 'directory':
      return titled(t('menu.directory'), <DirectoryPage />);
    case 'history':
      return titled(t('menu.history'), <HistoryArea features={features} />);
    case 'messages':
      return titled(t('menu.messages'), <MessagesArea features={features} />);
    case 'userinformation':
      return <ProfileRoute />;
    case 'settings':
      return <SettingsRoute features={features} />;
    case 'help':
      return titled(t('help.title'), <HelpPage features={features} />);
    case 'log':
      return titled(t('menu.log'), <LogPage features={features} />);
    case 'about':
      return titled(t('title.about'), <AboutPage />);
    case 'test':
      return titled(
        t('title.test'),
        <TestPage
          hasDevicesPage={hasDevicesPage(features)}
          hasSelfCheck={features.conformanceCheck && features.call}
        />,
      );
    case 'selfcheck':
      return titled(t('selfcheck.title'), <SelfCheckPage />);
    case 'admin':
      return titled(t('menu.admin'), <ConsoleArea />);
    case 'myaddress':
      return titled(t('myaddress.title'), <MyAddressPage hasLink={features.callLinks && features.call} />);
    case 'share':
      return titled(t('share.title', { brand: brand.name }), <SharePage features={features} />);
    case 'start':
      return titled(
        t('firststeps.title'),
        <FirstStepsPage hasTestPage={features.selfTest} hasText={features.text} />,
      );
  }
}
