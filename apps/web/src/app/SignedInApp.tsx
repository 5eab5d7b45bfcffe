import type { ClientState, Party } from '@samtal/call-core';
import { useDeferredValue, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Router, useLocation, useRouter } from 'wouter';
import { addContactPath } from '../client/add-contact-path.ts';
import { useAppServices } from '../client/app-services.ts';
import { ClientProvider } from '../client/ClientProvider.tsx';
import type { CallingState } from '../client/calling.ts';
import { nameOf } from '../client/party-name.ts';
import type { SignedIn } from '../client/session.ts';
import { createStore } from '../client/store.ts';
import { type Unsaved, UnsavedContext } from '../client/unsaved.ts';
import { useClient, useIntents } from '../client/use-client.ts';
import { useStore } from '../client/use-store.ts';
import { PermissionOverlay } from '../features/call/PermissionOverlay.tsx';
import { createListPlaces, ListPlacesContext } from '../ui/letter-list/list-places.ts';
import { AlertList } from './AlertList.tsx';
import { AppDownload } from './AppDownload.tsx';
import { CallBoundary } from './CallBoundary.tsx';
import { ErrorScreen } from './ErrorScreen.tsx';
import { fetchAhead } from './fetch-ahead.ts';
import { fetchedLater } from './fetched-later.tsx';
import { LeaveQuestion } from './LeaveQuestion.tsx';
import { LoadingScreen } from './LoadingScreen.tsx';
import { codeOfMenu } from './later-pages.ts';
import { createLeaveGuard } from './leave-guard.ts';
import { NetworkBanner } from './NetworkBanner.tsx';
import { needsCallScreen } from './needs-call-screen.ts';
import { Routes } from './Routes.tsx';
import { Shell } from './Shell.tsx';
import { createFocusOverCall } from './use-focus-over-call.ts';

const CallScreens = fetchedLater(() => import('../features/call/CallScreens.tsx'), 'screen');

const absent: CallingState = { phase: 'absent' };

/** Everything a person meets after the login. */
export default function SignedInApp({ session }: { readonly session: SignedIn }) {
  const { t } = useTranslation();
  const { calling } = useAppServices();
  // Deferred, so that so much is drawn in slices and the page goes on answering, on slow phones too.
  const state = useDeferredValue(useStore(calling.state), absent);
  switch (state.phase) {
    case 'absent':
      return <LoadingScreen />;
    case 'failed':
      return <ErrorScreen title={t('error.title')} message={t('network.networkError')} />;
    case 'ready':
      return (
        <ClientProvider {...state.running}>
          <NetworkBanner />
          <AlertList />
          <CallOrRoutes session={session} />
          <CodeAhead features={session.features} />
          <PermissionOverlay />
        </ClientProvider>
      );
  }
}

const isReachable = ({ registration }: ClientState): boolean => registration.phase === 'registered';

/** Fetches what is not shown yet, when the person can be reached: that comes first. */
function CodeAhead({ features }: Pick<SignedIn, 'features'>) {
  const isDue = useClient(isReachable);
  useEffect(() => {
    if (!isDue) return;
    const gone = new AbortController();
    // The first call must not wait for its screen.
    void CallScreens.fetch().then(() => fetchAhead(codeOfMenu(features), gone.signal));
    return () => gone.abort();
  }, [isDue, features]);
  return undefined;
}

/** The call takes the place of the routes; the address stays (ROUTE-27). */
function CallOrRoutes({ session }: { readonly session: SignedIn }) {
  const { alerts, settingsEditor } = useAppServices();
  const { base, hook, searchHook } = useRouter();
  const unsaved = useMemo(() => createStore<Unsaved>(undefined), []);
  const guard = useMemo(
    () =>
      createLeaveGuard(hook, {
        hasSettings: () => settingsEditor.state.get().isChanged,
        form: unsaved.get,
      }),
    [hook, settingsEditor, unsaved],
  );
  // They outlive a call, which takes the pages away.
  const places = useMemo(() => createListPlaces(), []);
  const focus = useMemo(() => createFocusOverCall(), []);
  const hasCall = useClient(needsCallScreen);
  const [path] = useLocation();
  // What is shown is not read, only that it is something else.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => () => alerts.turnPage(), [alerts, path, hasCall]);
  return (
    <>
      <AppDownload isAside={hasCall} />
      {hasCall ? (
        <CallInProgress features={session.features} />
      ) : (
        <Router base={base} hook={guard.useLocation} searchHook={searchHook}>
          <Shell session={session} focus={focus}>
            <UnsavedContext value={unsaved}>
              <ListPlacesContext value={places}>
                <Routes features={session.features} />
              </ListPlacesContext>
            </UnsavedContext>
          </Shell>
          <LeaveQuestion guard={guard} />
        </Router>
      )}
    </>
  );
}

function CallInProgress({ features }: Pick<SignedIn, 'features'>) {
  const { localStore } = useAppServices();
  const intents = useIntents();
  const [, navigate] = useLocation();
  const addContact = (party: Party): void => {
    navigate(addContactPath(party.address, nameOf(party)));
    intents.dismiss();
  };
  const canAdd = features.contacts && features.contactAdd;
  return (
    <CallBoundary>
      <CallScreens store={localStore} onAddContact={canAdd ? addContact : undefined} />
    </CallBoundary>
  );
}
