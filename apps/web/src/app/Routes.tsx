import type { Features } from '@samtal/api-contract';
import { useTranslation } from 'react-i18next';
import { Redirect, Route, Switch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { DialPage } from '../features/dial/DialPage.tsx';
import { PageTitle } from './PageTitle.tsx';
import { returnPathOf } from './return-path.ts';

/** The pages of a signed-in person; what their organisation has not is an unknown path (ROUTE-11, A-084). */
export function Routes({ features }: { readonly features: Features }) {
  const { t } = useTranslation();
  const returnPath = returnPathOf(useHistoryState<unknown>());
  // Keys: a Redirect acts when it appears, and one that leads to another must not be taken for it.
  return (
    <Switch>
      {features.call ? (
        // The only page there is so far is also the home page, whatever the brand prefers.
        <Route path={/^\/(call)?$/}>
          <PageTitle page={t('title.call')} />
          <DialPage />
        </Route>
      ) : undefined}
      <Route path="/login">
        <Redirect key="return" to={returnPath} replace />
      </Route>
      <Route>{features.call ? <Redirect key="home" to="/" replace /> : <PageTitle />}</Route>
    </Switch>
  );
}
