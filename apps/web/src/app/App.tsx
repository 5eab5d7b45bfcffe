import { useAppServices } from '../client/app-services.ts';
import { useStore } from '../client/use-store.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { fetchedLater } from './fetched-later.tsx';
import { LoadingScreen } from './LoadingScreen.tsx';
import { NotFoundScreen } from './NotFoundScreen.tsx';
import { SignedOutApp } from './SignedOutApp.tsx';

const KioskApp = fetchedLater(() => import('./KioskApp.tsx'), 'screen');
const SignedInApp = fetchedLater(() => import('./SignedInApp.tsx'), 'screen');

/** Two apps in one: before the login and after it. What only the second needs is fetched for the second. */
export function App() {
  return (
    <ErrorBoundary>
      <AppOfEntry />
    </ErrorBoundary>
  );
}

function AppOfEntry() {
  const { entry } = useAppServices();
  if (entry?.kind === 'kiosk') return <KioskApp kiosk={entry.visit} />;
  return entry?.kind === 'notFound' ? <NotFoundScreen /> : <AppOfSession />;
}

function AppOfSession() {
  const { session } = useAppServices();
  const state = useStore(session.state);
  switch (state.phase) {
    case 'signedOut':
      return <SignedOutApp />;
    case 'signingIn':
      return state.isUnasked === true ? <LoadingScreen /> : <SignedOutApp />;
    case 'signedIn':
      return <SignedInApp session={state} />;
    case 'signingOut':
      return <LoadingScreen />;
  }
}
