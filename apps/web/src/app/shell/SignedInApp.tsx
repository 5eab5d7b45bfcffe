import '../../ui/icons/later-shapes.ts';
import { type ClientState, lastCallOf, type RemoteUser } from '@samtal/call-core';
import { type ComponentType, lazy, Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Router, useLocation, useRouter } from 'wouter';
import type { AlertEntry } from '../../client/alerts/alerts.ts';
import type { CallingState } from '../../client/calling/calling.ts';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { NoticeAboveContext } from '../../client/hooks/notice-above.ts';
import { ClientContext, useClient, useIntents } from '../../client/hooks/use-client.ts';
import { useInstallableApp } from '../../client/hooks/use-installable-app.ts';
import { addContactPath } from '../../client/people/add-contact-path.ts';
import { nameOf } from '../../client/people/remote-user-name.ts';
import type { SignedIn } from '../../client/session/session.ts';
import { createStore, useStore } from '../../client/store/store.ts';
import { UnsavedContext } from '../../client/store/unsaved.ts';
import { type EmergencyButtonProps, EmergencyContext } from '../../features/call/frame/emergency-context.ts';
import { PermissionOverlay } from '../../features/call/in-call/PermissionOverlay.tsx';
import { createListPlaces, ListPlacesContext } from '../../ui/lists/letter-list/list-places.ts';
import { fetchedLater } from '../../ui/loading/fetched-later.tsx';
import { Loading } from '../../ui/loading/Loading.tsx';
import { needsCallScreen } from '../bookkeeping/needs-call-screen.ts';
import { ErrorScreen } from '../errors/ErrorScreen.tsx';
import { CallBoundary } from '../loading/CallBoundary.tsx';
import { fetchAhead } from '../loading/fetch-ahead.ts';
import { HiddenInCall } from '../routes/during-call/HiddenInCall.tsx';
import { usePathAfterCall } from '../routes/during-call/use-path-after-call.ts';
import { LeaveQuestion } from '../routes/leaving/LeaveQuestion.tsx';
import { createLeaveGuard } from '../routes/leaving/leave-guard.ts';
import { pagesFor } from '../routes/pages.ts';
import { LaterRoute, Routes } from '../routes/Routes.tsx';
import { CallTitle } from '../routes/titles/CallTitle.tsx';
import { MissedInTitle } from '../routes/titles/MissedInTitle.tsx';
import { AlertList } from './AlertList.tsx';
import { AppDownload } from './AppDownload.tsx';
import type { AppGuideProps } from './AppGuide.tsx';
import { CallWithText } from './CallWithText.tsx';
import { DoNotDisturb } from './DoNotDisturb.tsx';
import { Emergency, WithEmergency } from './Emergency.tsx';
import { NetworkBanner, troubleOf } from './NetworkBanner.tsx';
import { Shell } from './Shell.tsx';

const CallScreens = fetchedLater(() => import('../../features/call/CallScreens.tsx'), 'screen');

/** The notice about the call that the user has ended last. */
const LastCall = fetchedLater(() => import('../../features/call/ended/LastCall.tsx'));

/** Where the app is led from outside, and its newer versions; only users of an installable app load the code. */
const Guide = lazy<ComponentType<AppGuideProps>>(() =>
  import('./AppGuide.tsx').catch(() => ({ default: () => undefined })),
);

const absent: CallingState = { phase: 'absent' };

const showEmergency = (button: EmergencyButtonProps) => <Emergency {...button} />;

/** All screens after the login. */
export default function SignedInApp({ session }: { readonly session: SignedIn }) {
  const { t } = useTranslation();
  const { calling } = useAppServices();
  // Deferred, so that React renders this large tree in slices and the page stays responsive, also on slow
  // phones.
  const state = useDeferredValue(useStore(calling.state), absent);
  switch (state.phase) {
    case 'absent':
      return <Loading />;
    case 'failed':
      return <ErrorScreen title={t('error.title')} message={t('network.networkError')} />;
    case 'ready':
      return (
        <ClientContext value={state.running}>
          <NetworkBanner />
          <QuietNotice />
          <Alerts />
          <MissedInTitle>
            <CallOrRoutes session={session} />
          </MissedInTitle>
          <CodeAhead features={session.features} />
          <PermissionOverlay />
          <Emergency place="question" />
        </ClientContext>
      );
  }
}

const QuietNotice = () => <DoNotDisturb place="notice" isInCall={useClient(needsCallScreen)} />;

const hasTrouble = (state: ClientState): boolean => troubleOf(state) !== undefined;

function Alerts() {
  return (
    <AlertList
      hasCall={useClient(needsCallScreen)}
      hasNetworkBanner={useClient(hasTrouble)}
      actionFor={wayOut}
    />
  );
}

/** A call for which the browser refused camera and microphone can be made with text (decisions D32, D33). */
const wayOut = ({ message }: AlertEntry) =>
  message.key === 'error.acquiremedia' ? <CallWithText /> : undefined;

const isReachable = ({ registration }: ClientState): boolean => registration.phase === 'registered';

/** Loads the code of other pages as soon as the user can be reached. */
function CodeAhead({ features }: Pick<SignedIn, 'features'>) {
  const isDue = useClient(isReachable);
  const { main, support } = pagesFor(features);
  const hasPages = [...main, ...support].some(({ name }) => name !== 'call');
  useEffect(() => {
    if (!isDue) return;
    const gone = new AbortController();
    // The call screen comes first, so that the first call does not wait for its code.
    void CallScreens.fetch()
      .then(LastCall.fetch)
      .then(() => fetchAhead(hasPages ? [LaterRoute] : [], gone.signal));
    return () => gone.abort();
  }, [isDue, hasPages]);
  return undefined;
}

/** Shows the call in place of the pages; the address stays (ROUTE-27). */
function CallOrRoutes({ session }: { readonly session: SignedIn }) {
  const { alerts, settingsEditor } = useAppServices();
  const { base, hook, searchHook } = useRouter();
  const unsaved = useMemo(() => createStore(false), []);
  const guard = useMemo(
    () =>
      createLeaveGuard(hook, {
        hasSettings: () => settingsEditor.state.get().isChanged,
        hasForm: unsaved.get,
      }),
    [hook, settingsEditor, unsaved],
  );
  const places = useMemo(() => createListPlaces(), []);
  const hasCall = useClient(needsCallScreen);
  const lastCall = useClient(lastCallIn);
  const [closed, setClosed] = useState<string>();
  const talking = useClient(answeredIn);
  const [answered, setAnswered] = useState(talking);
  if (talking !== undefined && talking !== answered) setAnswered(talking);
  // The notice about the call that the user has ended stays until it is closed or another call begins.
  const ended = hasCall || lastCall?.callId === closed ? undefined : lastCall;
  const [path, navigate] = guard.useLocation();
  const useLocationInCall = usePathAfterCall(hasCall, path, navigate);
  // `path` and `hasCall` are not used; a change of either runs the cleanup.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => () => alerts.turnPage(), [alerts, path, hasCall]);
  return (
    <>
      <AppDownload isAside={hasCall} />
      {hasCall ? (
        <Router base={base} hook={useLocationInCall}>
          <EmergencyContext value={showEmergency}>
            <CallInProgress features={session.features} />
          </EmergencyContext>
        </Router>
      ) : undefined}
      {ended === undefined ? undefined : (
        <LastCall key={ended.callId} call={ended} onClose={() => setClosed(ended.callId)} />
      )}
      <HiddenInCall hasCall={hasCall}>
        <Router base={base} hook={guard.useLocation} searchHook={searchHook}>
          <AppGuide hasCall={hasCall} />
          <WithEmergency isOn={session.features.emergency}>
            <Shell session={session}>
              <UnsavedContext value={unsaved}>
                <ListPlacesContext value={places}>
                  <NoticeAboveContext value={ended !== undefined}>
                    <Routes features={session.features} answered={answered} />
                  </NoticeAboveContext>
                </ListPlacesContext>
              </UnsavedContext>
            </Shell>
          </WithEmergency>
          <LeaveQuestion guard={guard} />
        </Router>
      </HiddenInCall>
    </>
  );
}

function AppGuide({ hasCall }: { readonly hasCall: boolean }) {
  const app = useInstallableApp();
  if (app === undefined) return undefined;
  return (
    <Suspense>
      <Guide app={app} hasCall={hasCall} />
    </Suspense>
  );
}

/** The call in progress that the user has made. */
const answeredIn = ({ call }: ClientState) =>
  call.phase === 'accepted' && call.call.direction === 'outgoing' ? call.call.callId : undefined;

const lastCallIn = ({ call }: ClientState) => lastCallOf(call);

function CallInProgress({ features }: Pick<SignedIn, 'features'>) {
  const { localStore } = useAppServices();
  const intents = useIntents();
  const [, navigate] = useLocation();
  const addContact = (remoteUser: RemoteUser): void => {
    navigate(addContactPath(remoteUser.address, nameOf(remoteUser)));
    intents.dismiss();
  };
  const canAdd = features.contacts && features.contactAdd;
  const correctNumber = (number: string): void => {
    navigate(`/call/${encodeURIComponent(number)}`);
    intents.dismiss();
  };
  const canCorrect = features.callLinks && features.call;
  return (
    <CallBoundary>
      <CallTitle />
      <CallScreens
        store={localStore}
        onAddContact={canAdd ? addContact : undefined}
        onCorrectNumber={canCorrect ? correctNumber : undefined}
      />
    </CallBoundary>
  );
}
