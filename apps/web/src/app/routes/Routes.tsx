import type { Features } from '@samtal/api-contract';
import { type ComponentType, lazy, Suspense, use, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { DialPage } from '../../features/dial/DialPage.tsx';
import { ListPlacesContext } from '../../ui/lists/letter-list/list-places.ts';
import { fetchedLater } from '../../ui/loading/fetched-later.tsx';
import { pageLater } from '../loading/page-later.ts';
import { homePageFor, type Page, pagesFor } from './pages.ts';
import { returnPathOf } from './return-path.ts';
import { PageTitle } from './titles/PageTitle.tsx';

/** The pages that no call needs: their code and texts are loaded later. */
export const LaterRoute = pageLater(() => import('./LaterRoute.tsx'));

/** The page behind `/call/<address>`, loaded when such a link is opened. */
const CallLinkRoute = fetchedLater(() => import('./CallLinkRoute.tsx'));
// The dial page works without it if it cannot be loaded.
const Invitations = lazy<ComponentType<{ readonly features: Features }>>(() =>
  import('./invitations/load-invitations.ts')
    .then(({ load }) => load())
    .catch(() => ({ default: () => undefined })),
);

/** Pages that have subpages. */
const areas: readonly Page['name'][] = ['settings', 'contacts', 'history', 'messages', 'userinformation'];

export type RoutesProps = {
  readonly features: Features;
  /** The last call of the user that was answered. */
  readonly answered: string | undefined;
};

/**
 * The pages of a signed-in user. The path of a page that their organisation does not have leads to the home
 * page, like an unknown path (ROUTE-11, ROUTE-12, A-084).
 */
export function Routes({ features, answered }: RoutesProps) {
  const { t } = useTranslation();
  const { brand } = useAppServices();
  const returnPath = returnPathOf(useHistoryState<unknown>());
  const { main, support } = pagesFor(features);
  const home = homePageFor(brand.homeScreen, features);
  // The typed number is kept while the user looks at other pages, and after a call that was not answered.
  const [typed, setTyped] = useState({ number: '', answered });
  const number = typed.answered === answered ? typed.number : '';
  const setNumber = useCallback((next: string) => setTyped({ number: next, answered }), [answered]);
  const places = use(ListPlacesContext);
  const [path] = useLocation();
  const area = (path === '/' ? home?.path : path)?.split('/')[1];
  useEffect(() => places?.enter(area), [places, area]);
  const contentOf = (page: Page['name']) =>
    page === 'call' ? (
      <>
        <PageTitle page={t('title.call')} />
        <Suspense>
          <Invitations features={features} />
        </Suspense>
        <DialPage number={number} onNumberChange={setNumber} features={features} />
      </>
    ) : (
      <LaterRoute page={page} features={features} />
    );
  // A Redirect acts only when it is mounted. The keys differ, so that a redirect to another redirect mounts a
  // new one.
  return (
    <Switch>
      {[...main, ...support].map(({ name, path }) => (
        <Route key={name} path={areas.includes(name) ? new RegExp(`^${path}(/.*)?$`) : path}>
          {contentOf(name)}
        </Route>
      ))}
      <Route path="/">{home === undefined ? <PageTitle /> : contentOf(home.name)}</Route>
      {features.selfTest ? (
        <Route path="/test">
          <LaterRoute page="test" features={features} />
        </Route>
      ) : undefined}
      {features.conformanceCheck && features.call ? (
        <Route path="/selfcheck">
          <LaterRoute page="selfcheck" features={features} />
        </Route>
      ) : undefined}
      {features.console ? (
        <Route path={/^\/admin(\/.*)?$/}>
          <LaterRoute page="admin" features={features} />
        </Route>
      ) : undefined}
      {features.callLinks && features.call ? (
        <Route path={/^\/call\/.+$/s}>
          <CallLinkRoute onAddress={setNumber} />
        </Route>
      ) : undefined}
      {features.installableApp ? (
        <Route path="/share">
          <LaterRoute page="share" features={features} />
        </Route>
      ) : undefined}
      {features.firstSteps ? (
        <Route path="/start">
          <LaterRoute page="start" features={features} />
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
