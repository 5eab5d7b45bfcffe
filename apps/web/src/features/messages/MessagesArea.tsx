import type { Features } from '@samtal/api-contract';
import { Redirect, Route, Switch } from 'wouter';
import { DeleteReadPage } from './DeleteReadPage.tsx';
import { MessageListPage } from './MessageListPage.tsx';
import { MessagePage } from './MessagePage.tsx';

/** The pages of the mailbox (ROUTE-25). */
export default function MessagesArea({ features }: { readonly features: Features }) {
  return (
    <Switch>
      <Route path="/messages/view/:messageNumber">
        {({ messageNumber }) => (
          <MessagePage key={messageNumber} messageNumber={Number(messageNumber)} features={features} />
        )}
      </Route>
      <Route path="/messages/delete" component={DeleteReadPage} />
      <Route path={/^\/(messages)?$/}>
        <MessageListPage features={features} />
      </Route>
      <Route>
        <Redirect to="/" replace />
      </Route>
    </Switch>
  );
}
