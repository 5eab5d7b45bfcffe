import { lazy, Suspense } from 'react';
import { useAppServices } from '../client/app-services.ts';
import { useStore } from '../client/use-store.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { LoadingScreen } from './LoadingScreen.tsx';
import { SignedOutApp } from './SignedOutApp.tsx';

const SignedInApp = lazy(() => import('./SignedInApp.tsx'));

/** Two apps in one: before the login and after it. What only the second needs is fetched for the second. */
export function App() {
  return (
    <ErrorBoundary>
      <Suspense fallback={<LoadingScreen />}>
        <AppOfSession />
      </Suspense>
    </ErrorBoundary>
  );
}

function AppOfSession() {
  const { session } = useAppServices();
  const state = useStore(session.state);
  switch (state.phase) {
    case 'signedOut':
    case 'signingIn':
      return <SignedOutApp />;
    case 'signedIn':
      return <SignedInApp session={state} />;
    case 'signingOut':
      return <LoadingScreen />;
  }
}
