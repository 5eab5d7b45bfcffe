import type { Features } from '@samtal/api-contract';
import { Redirect, Route, Switch } from 'wouter';
import { CallPage } from './CallPage.tsx';
import { HistoryListPage } from './HistoryListPage.tsx';

/** The pages of the finished calls and their text (ROUTE-03). */
export default function HistoryArea({ features }: { readonly features: Features }) {
  return (
    <Switch>
      <Route path="/history/view/:id">{({ id }) => <CallPage key={id} id={id} features={features} />}</Route>
      <Route path={/^\/(history)?$/}>
        <HistoryListPage features={features} />
      </Route>
      <Route>
        <Redirect to="/" replace />
      </Route>
    </Switch>
  );
}
