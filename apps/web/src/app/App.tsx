import { useCallback, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { useAppServices } from '../client/hooks/app-services.ts';
import { useStore } from '../client/store/store.ts';
import { withSignedInTexts } from '../i18n/index.ts';
import { fetchedLater } from '../ui/loading/fetched-later.tsx';
import { Loading } from '../ui/loading/Loading.tsx';
import { needsCallScreen } from './bookkeeping/needs-call-screen.ts';
import { entryPaths } from './entry/entry-paths.ts';
import { SignedOutApp } from './entry/SignedOutApp.tsx';
import { ErrorBoundary } from './errors/ErrorBoundary.tsx';
import { NotFoundScreen } from './routes/NotFoundScreen.tsx';

const KioskApp = fetchedLater(() => withSignedInTexts(import('./entry/KioskApp.tsx')), 'screen');
const UnsupportedBrowserScreen = fetchedLater(() => import('./entry/UnsupportedBrowserScreen.tsx'), 'screen');
const SignedInApp = fetchedLater(() => import('./shell/SignedInApp.tsx'), 'screen');

/** The app before and after the login. The code for the time after the login is loaded separately. */
export function App() {
  return (
    <ErrorBoundary>
      <AppOfLaunch />
    </ErrorBoundary>
  );
}

function AppOfLaunch() {
  const { launch } = useAppServices();
  const [path] = useLocation();
  switch (launch?.kind) {
    case 'kiosk':
      return <KioskApp kiosk={launch.visit} />;
    case 'notFound':
      return <NotFoundScreen />;
    case 'unsupportedBrowser':
      // A link in a mail opens in the browser that the mail program starts, even if it cannot make calls.
      return entryPaths.test(path) ? <SignedOutApp /> : <UnsupportedBrowserScreen reason={launch.reason} />;
    case undefined:
      return <AppOfSession isEntryPage={entryPaths.test(path)} />;
  }
}

function AppOfSession({ isEntryPage }: { readonly isEntryPage: boolean }) {
  const { session } = useAppServices();
  const state = useStore(session.state);
  const hasCall = useHasCall();
  // A link in a mail works while any user is signed in, also if following the link ends that user's session.
  if (isEntryPage && !hasCall) return <SignedOutApp />;
  switch (state.phase) {
    case 'signedOut':
      return <SignedOutApp />;
    case 'signingIn':
      return state.isUnasked === true ? <Loading /> : <SignedOutApp />;
    case 'signedIn':
      return <SignedInApp session={state} />;
    case 'signingOut':
      return hasCall ? <SignedInApp session={state.was} /> : <Loading />;
  }
}

/** Whether a call is shown in place of the pages; false until the calling core runs. */
function useHasCall(): boolean {
  const calling = useStore(useAppServices().calling.state);
  const client = calling.phase === 'ready' ? calling.running.client : undefined;
  const subscribe = useCallback(
    (listener: () => void) => client?.subscribe(listener) ?? (() => undefined),
    [client],
  );
  return useSyncExternalStore(
    subscribe,
    () => client !== undefined && needsCallScreen(client.getState()),
    () => false,
  );
}
