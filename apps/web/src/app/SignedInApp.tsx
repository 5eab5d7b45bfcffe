import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppServices } from '../client/app-services.ts';
import { ClientProvider } from '../client/ClientProvider.tsx';
import type { SignedIn } from '../client/session.ts';
import { useClient } from '../client/use-client.ts';
import { useStore } from '../client/use-store.ts';
import { AlertList } from './AlertList.tsx';
import { ErrorScreen } from './ErrorScreen.tsx';
import { LoadingScreen } from './LoadingScreen.tsx';
import { MissedCalls } from './MissedCalls.tsx';
import { NetworkBanner } from './NetworkBanner.tsx';
import { needsCallScreen } from './needs-call-screen.ts';
import { Routes } from './Routes.tsx';
import { Shell } from './Shell.tsx';

const importCallScreens = () => import('../features/call/CallScreens.tsx');
const CallScreens = lazy(importCallScreens);

/** Everything a person meets after the login. */
export default function SignedInApp({ session }: { readonly session: SignedIn }) {
  const { t } = useTranslation();
  const { calling } = useAppServices();
  const state = useStore(calling.state);
  useEffect(() => {
    // The first call must not wait for its screen; should this fail, that call's screen asks again.
    importCallScreens().catch(() => undefined);
  }, []);
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
          {session.features.notifications ? <MissedCalls /> : undefined}
          <Suspense fallback={<LoadingScreen />}>
            <CallOrRoutes session={session} />
          </Suspense>
        </ClientProvider>
      );
  }
}

/** The call takes the place of the routes; the address stays (ROUTE-27). */
function CallOrRoutes({ session }: { readonly session: SignedIn }) {
  const { localStore } = useAppServices();
  const hasCall = useClient(needsCallScreen);
  if (hasCall) return <CallScreens store={localStore} />;
  return (
    <Shell features={session.features}>
      <Routes features={session.features} />
    </Shell>
  );
}
