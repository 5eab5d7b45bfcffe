import type { Features } from '@samtal/api-contract';
import { type ReactNode, use, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { DialPage } from '../../features/dial/DialPage.tsx';
import { FirstStepsInvitation } from '../../features/first-steps/FirstStepsInvitation.tsx';
import { hasDevicesPage } from '../../features/settings/settings-pages.ts';
import { ListPlacesContext } from '../../ui/lists/letter-list/list-places.ts';
import { pageLater } from '../loading/page-later.ts';
import { CallLinkRoute } from './CallLinkRoute.tsx';
import {
  AboutPage,
  ContactsArea,
  DirectoryPage,
  HistoryArea,
  LogPage,
  MessagesArea,
  ServicesPage,
} from './later-pages.ts';
import { PageTitle } from './PageTitle.tsx';
import { ProfileRoute } from './ProfileRoute.tsx';
import { homePageFor, type Page, pagesFor } from './pages.ts';
import { returnPathOf } from './return-path.ts';
import { SettingsRoute } from './SettingsRoute.tsx';

const HelpPage = pageLater(() => import('../../features/help/HelpPage.tsx'));
const MyAddressPage = pageLater(() => import('../../features/my-address/MyAddressPage.tsx'));
const FirstStepsPage = pageLater(() => import('../../features/first-steps/FirstStepsPage.tsx'));
const TestPage = pageLater(() => import('../../features/devices/TestPage.tsx'));

/** Pages that have subpages. */
const areas: readonly Page['name'][] = ['settings', 'contacts', 'history', 'messages', 'userinformation'];

/**
 * The pages of a signed-in user. The path of a page that their organisation does not have leads to the home
 * page, like an unknown path (ROUTE-11, ROUTE-12, A-084).
 */
export function Routes({ features }: { readonly features: Features }) {
  const { t } = useTranslation();
  const { brand } = useAppServices();
  const returnPath = returnPathOf(useHistoryState<unknown>());
  const { main, support } = pagesFor(features);
  const home = homePageFor(brand.homeScreen, features);
  // The typed number is kept while the user looks at other pages.
  const [number, setNumber] = useState('');
  const places = use(ListPlacesContext);
  const [path] = useLocation();
  const area = (path === '/' ? home?.path : path)?.split('/')[1];
  useEffect(() => places?.enter(area), [places, area]);
  const contents: Readonly<Record<Page['name'], ReactNode>> = {
    services: (
      <>
        <PageTitle page={t('menu.services')} />
        <ServicesPage />
      </>
    ),
    contacts: (
      <>
        <PageTitle page={t('contacts.title')} />
        <ContactsArea features={features} />
      </>
    ),
    directory: (
      <>
        <PageTitle page={t('menu.directory')} />
        <DirectoryPage />
      </>
    ),
    call: (
      <>
        <PageTitle page={t('title.call')} />
        {features.firstSteps ? <FirstStepsInvitation /> : undefined}
        <DialPage number={number} onNumberChange={setNumber} features={features} />
      </>
    ),
    history: (
      <>
        <PageTitle page={t('menu.history')} />
        <HistoryArea features={features} />
      </>
    ),
    messages: (
      <>
        <PageTitle page={t('menu.messages')} />
        <MessagesArea features={features} />
      </>
    ),
    userinformation: <ProfileRoute />,
    settings: <SettingsRoute features={features} />,
    help: (
      <>
        <PageTitle page={t('help.title')} />
        <HelpPage features={features} />
      </>
    ),
    log: (
      <>
        <PageTitle page={t('menu.log')} />
        <LogPage features={features} />
      </>
    ),
    about: (
      <>
        <PageTitle page={t('title.about')} />
        <AboutPage />
      </>
    ),
  };
  // A Redirect acts only when it is mounted. The keys differ, so that a redirect to another redirect mounts a
  // new one.
  return (
    <Switch>
      {[...main, ...support].map(({ name, path }) => (
        <Route key={name} path={areas.includes(name) ? new RegExp(`^${path}(/.*)?$`) : path}>
          {contents[name]}
        </Route>
      ))}
      <Route path="/">{home === undefined ? <PageTitle /> : contents[home.name]}</Route>
      {features.selfTest ? (
        <Route path="/test">
          <PageTitle page={t('title.test')} />
          <TestPage hasDevicesPage={hasDevicesPage(features)} />
        </Route>
      ) : undefined}
      {features.callLinks && features.call ? (
        <Route path={/^\/call\/.+$/s}>
          <CallLinkRoute onAddress={setNumber} />
        </Route>
      ) : undefined}
      {features.myAddress ? (
        <Route path="/myaddress">
          <PageTitle page={t('myaddress.title')} />
          <MyAddressPage hasLink={features.callLinks && features.call} />
        </Route>
      ) : undefined}
      {features.firstSteps ? (
        <Route path="/start">
          <PageTitle page={t('firststeps.title')} />
          <FirstStepsPage hasTestPage={features.selfTest} hasText={features.text} />
        </Route>
      ) : undefined}
      <Route path="/login">
        <Redirect key="return" to={returnPath} replace />
      </Route>
      <Route>
        <Redirect key="home" to="/" replace />
      </Route>
    </Switch>
  );
}
