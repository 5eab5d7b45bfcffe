import '../../ui/icons/later-shapes.ts';
import type { ClientState, KioskState } from '@samtal/call-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { ClientContext, useClient } from '../../client/hooks/use-client.ts';
import { type Store, useStore } from '../../client/store/store.ts';
import { PermissionOverlay } from '../../features/call/in-call/PermissionOverlay.tsx';
import { KioskMessage } from '../../features/kiosk/KioskMessage.tsx';
import { KioskProblem } from '../../features/kiosk/KioskProblem.tsx';
import { fetchedLater } from '../../ui/loading/fetched-later.tsx';
import { Loading } from '../../ui/loading/Loading.tsx';
import { needsCallScreen } from '../bookkeeping/needs-call-screen.ts';
import { ErrorScreen } from '../errors/ErrorScreen.tsx';
import { CallBoundary } from '../loading/CallBoundary.tsx';
import { CallTitle } from '../routes/titles/CallTitle.tsx';
import { PageTitle } from '../routes/titles/PageTitle.tsx';
import { AlertList } from '../shell/AlertList.tsx';
import { NetworkBanner } from '../shell/NetworkBanner.tsx';
import { KioskFrame } from './KioskFrame.tsx';

const CallScreens = fetchedLater(() => import('../../features/call/CallScreens.tsx'), 'screen');

/** The whole app for visitors with a one-click link: one call and its result (KIOSK-10). */
export default function KioskApp({ kiosk }: { readonly kiosk: Store<KioskState> }) {
  const { t } = useTranslation();
  const state = useStore(kiosk);
  return (
    <>
      <PageTitle />
      <AlertList hasCall={state.phase === 'ready'} />
      {screenOf(state, t('kiosk.loading'))}
    </>
  );
}

function screenOf(state: KioskState, loading: string): ReactNode {
  switch (state.phase) {
    case 'init':
      return (
        <Running otherwise={<Loading label={loading} />}>
          <Loading label={loading} />
          <PermissionOverlay />
        </Running>
      );
    case 'ready':
      return (
        <Running otherwise={<Loading label={loading} />}>
          <NetworkBanner />
          <Call loading={loading} />
          <PermissionOverlay />
        </Running>
      );
    case 'failed':
      return <Unavailable />;
    case 'callCompleted':
      return (
        <KioskFrame>
          <Completed />
        </KioskFrame>
      );
    case 'refused':
      return (
        <KioskFrame>
          <Running otherwise={<KioskProblem why={state.why} name="" />}>
            <Refused why={state.why} />
          </Running>
        </KioskFrame>
      );
  }
}

/** Provides the calling core to its children as soon as it runs. */
function Running({ children, otherwise }: { readonly children: ReactNode; readonly otherwise: ReactNode }) {
  const state = useStore(useAppServices().calling.state);
  return state.phase === 'ready' ? (
    <ClientContext value={state.running}>{children}</ClientContext>
  ) : (
    otherwise
  );
}

function Call({ loading }: { readonly loading: string }) {
  const { localStore } = useAppServices();
  const hasScreen = useClient(needsCallScreen);
  if (!hasScreen) return <Loading label={loading} />;
  return (
    <CallBoundary>
      <CallTitle />
      <CallScreens store={localStore} />
    </CallBoundary>
  );
}

const addressOf = ({ call }: ClientState): string =>
  call.phase === 'idle' ? '' : call.call.remoteUser.address;

function Refused({ why }: Pick<Extract<KioskState, { phase: 'refused' }>, 'why'>) {
  return <KioskProblem why={why} name={useClient(addressOf)} />;
}

function Completed() {
  const { t } = useTranslation();
  return <KioskMessage kind="done" title={t('kiosk.completed')} />;
}

function Unavailable() {
  const { t } = useTranslation();
  return <ErrorScreen title={t('error.serviceUnavailable')} />;
}
