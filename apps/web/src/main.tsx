import './ui/tokens.css';
import './ui/reset.css';
import type { Brand } from '@samtal/api-contract';
import type { OutsideEvent } from '@samtal/call-core';
import type { i18n, TFunction } from 'i18next';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { applyBrand } from './app/apply-brand.ts';
import { ErrorScreen } from './app/ErrorScreen.tsx';
import { LoadingScreen } from './app/LoadingScreen.tsx';
import { type Accounts, AccountsContext } from './client/accounts.ts';
import { createAlerts } from './client/alerts.ts';
import { type AppServices, AppServicesContext } from './client/app-services.ts';
import { createCalling } from './client/calling.ts';
import { createDebugMode } from './client/debug-mode.ts';
import { iceServersOf } from './client/ice-servers.ts';
import { type LogBook, LogBookContext, logLevels } from './client/log-book.ts';
import { createNotices } from './client/notices.ts';
import type { People } from './client/people.ts';
import { createSession } from './client/session.ts';
import { createSessionMemory } from './client/session-memory.ts';
import { createSettingsEditor } from './client/settings-editor.ts';
import { createThemeChoice } from './client/theme.ts';
import type { RunningClient } from './client/use-client.ts';
import { watchResults } from './client/watch-results.ts';
import { watchUserApi } from './client/watch-user-api.ts';
import {
  addSignedInTexts,
  createI18n,
  directionOf,
  type Language,
  loadBeforeLogin,
  pickLanguage,
} from './i18n/index.ts';
import { createApiRequest } from './platform/api-request.ts';
import { browserClock } from './platform/browser-clock.ts';
import { createBrowserLog } from './platform/browser-log.ts';
import { fetchBrand } from './platform/fetch-brand.ts';
import { createKeyValueStore } from './platform/key-value-store.ts';
import { createUserApi } from './platform/user-api.ts';

const page = document.documentElement;
const fetch = window.fetch.bind(window);
const localStore = createKeyValueStore(() => localStorage);
const tabStore = createKeyValueStore(() => sessionStorage);
const isDebugMode = createDebugMode(tabStore);
const logLevel = () => (isDebugMode.get() ? logLevels.debug : logLevels.console);
const log = createBrowserLog(browserClock, logLevel, console);
const logBook: LogBook = { entries: log.entries, isDebugMode, setDebugMode: isDebugMode.set };
const memory = createSessionMemory(tabStore);
const alerts = createAlerts(browserClock);

const themeChoice = createThemeChoice({
  store: localStore,
  prefersDark: matchMedia('(prefers-color-scheme: dark)').matches,
  prefersContrast: matchMedia('(prefers-contrast: more)').matches,
});
const showTheme = (): void => {
  page.dataset['theme'] = themeChoice.theme.get();
};
themeChoice.theme.subscribe(showTheme);
showTheme();

// Core and adapters need each other: what adapters report waits for nobody, it starts after the core exists.
let deliver: (event: OutsideEvent) => void = () => undefined;
const emit = (event: OutsideEvent): void => deliver(event);

/** The calling core and its adapters; none of their code is part of the login page. */
async function loadCalling(brand: Brand, i18n: i18n): Promise<RunningClient> {
  const [
    core,
    sip,
    callStreams,
    createMedia,
    quality,
    network,
    geolocation,
    address,
    pageEvents,
    status,
    leaving,
    tracing,
  ] = await Promise.all([
    import('@samtal/call-core'),
    import('./platform/signalling/jssip-signalling.ts'),
    import('./platform/media/call-streams.ts'),
    import('./platform/media/create-media.ts'),
    import('./platform/quality/call-monitor.ts'),
    import('./platform/quality/network-test.ts'),
    import('./platform/browser-geolocation.ts'),
    import('./platform/local-address.ts'),
    import('./platform/page-events.ts'),
    import('./app/show-call-status.ts'),
    import('./app/warn-before-leaving.ts'),
    import('./app/log-call-state.ts'),
    // The screens that show it and their words are wanted at the same time.
    import('./app/SignedInApp.tsx'),
    addSignedInTexts(i18n),
  ]);
  const streams = callStreams.createCallStreams();
  const { localMedia, stage, devices } = createMedia.createMedia({
    emit,
    streams,
    store: localStore,
    log,
    mediaDevices: navigator.mediaDevices,
  });
  const iceServersFor = (serverUri: string) => iceServersOf(brand, serverUri);
  const signalling = sip.createJsSipSignalling({
    emit,
    streams,
    restoreSending: localMedia.restoreSending,
    clock: browserClock,
    log,
    instanceId: memory.instanceId(() => crypto.randomUUID()),
    iceServersFor,
    iceTimeoutMs: brand.sip.iceTimeout,
    textWires: brand.text.wires,
    keepAliveSeconds: brand.sip.keepAlive,
  });
  const notices = createNotices(alerts);
  const client = core.createCallClient((report) => {
    deliver = report;
    return {
      signalling,
      localMedia,
      geolocation: geolocation.createBrowserGeolocation(emit, navigator.geolocation),
      notices,
      clock: browserClock,
      random: Math.random,
      log,
    };
  });
  // It takes up to a second and is wanted with the first INVITE: nothing waits for it.
  void address.findLocalAddress({
    iceServers: iceServersOf(brand, location.href),
    clock: browserClock,
    store: tabStore,
    log,
  });
  pageEvents.watchPage(window, emit);
  status.showCallStatus(client, page);
  leaving.warnBeforeLeaving(client, window);
  tracing.logCallState(client, log);
  return {
    client,
    stage,
    devices,
    monitor: quality.createCallMonitor(streams, browserClock, log),
    testNetwork: network.createNetworkTest({ iceServersFor, clock: browserClock }),
  };
}

type Services = { readonly app: AppServices; readonly loadAccounts: () => Promise<Accounts> };

function createServices(brand: Brand, i18n: i18n): Services {
  const loadRunning = async (): Promise<RunningClient> => {
    const [running, people] = await Promise.all([loadCalling(brand, i18n), loadPeople()]);
    return { ...running, people, ...(await loadRecords(running, people)) };
  };
  const calling = createCalling(brand, loadRunning, memory.localAddress);
  const request = createApiRequest({ server: brand.server, log, fetch });
  const notes = watchResults({
    onNoAnswer: () =>
      alerts.show({ id: 'networkError', type: 'danger', message: { key: 'network.networkError' } }),
    onAnswer: () => alerts.clear('networkError'),
    onServerState: (isWell) => emit({ type: isWell ? 'serverReached' : 'serverFailed' }),
    onSessionRefused: () => session.end(),
  });
  const api = watchUserApi(createUserApi(request), notes);
  const session = createSession({
    api,
    brand,
    memory,
    localStore,
    now: () => browserClock.now(),
    stopCalling: calling.stop,
  });
  async function loadPeople(): Promise<People> {
    const [{ createPeople }, { createPeopleApi }] = await Promise.all([
      import('./client/people.ts'),
      import('./platform/people-api.ts'),
    ]);
    const { noteSession } = notes;
    return createPeople({ api: createPeopleApi(request), session, noteSession, log, clock: browserClock });
  }
  async function loadRecords({ client }: RunningClient, people: People): Promise<Partial<RunningClient>> {
    const [{ keepRecords }, { createRecordPorts }] = await Promise.all([
      import('./app/keep-records.ts'),
      import('./platform/record-ports.ts'),
    ]);
    const ports = createRecordPorts(request, brand.server, browserClock, log);
    const { noteSession } = notes;
    return keepRecords({
      ports,
      client,
      people,
      session,
      noteSession,
      localStore,
      tabStore,
      clock: browserClock,
      log,
    });
  }
  calling.follow(session.state);
  const hasWebRtc = 'RTCPeerConnection' in window;
  let accounts: Promise<Accounts> | undefined;
  const loadAccounts = (): Promise<Accounts> => {
    accounts ??= import('./platform/accounts.ts').then(({ createAccounts }) =>
      createAccounts(request, notes),
    );
    return accounts;
  };
  const app: AppServices = {
    brand,
    session,
    calling,
    alerts,
    settingsEditor: createSettingsEditor(session, alerts),
    themeChoice,
    localStore,
    tabStore,
    hasWebRtc,
    version: __APP_VERSION__,
    commit: __APP_COMMIT__,
    year: new Date().getFullYear(),
  };
  return { app, loadAccounts };
}

/** From the moment somebody can be reached they are called to the page when there is something to tell. */
function alertWhenReachable({ brand, session, calling }: AppServices, t: TFunction): void {
  const start = async ({ client, people, messages }: RunningClient): Promise<void> => {
    const [{ createBrowserAttention }, { alertOfCalls }, { askForNotifications }] = await Promise.all([
      import('./platform/alerting/browser-attention.ts'),
      import('./app/alerting/alert-of-calls.ts'),
      import('./app/alerting/ask-for-notifications.ts'),
    ]);
    const attention = createBrowserAttention(window, brand, browserClock);
    const hasNotifications = (): boolean => {
      const state = session.state.get();
      return state.phase === 'signedIn' && state.features.notifications;
    };
    alertOfCalls({
      client,
      attention,
      t,
      hasNotifications,
      knownNames: people?.knownNames,
      unread: messages?.unread,
    });
    askForNotifications(session.state, attention.notifications, tabStore);
  };
  const stop = calling.state.subscribe(() => {
    const state = calling.state.get();
    if (state.phase !== 'ready') return;
    stop();
    start(state.running).catch(() => log.warn('alerts cannot be fetched'));
  });
}

async function start(): Promise<void> {
  const fetchingBrand = fetchBrand(fetch, String(browserClock.now()), log);
  const i18n = await createI18n(pickLanguage(navigator.language), loadBeforeLogin);
  const language = i18n.language as Language;
  page.lang = language;
  page.dir = directionOf(language);
  const root = createRoot(document.getElementById('root') as HTMLElement);
  root.render(<LoadingScreen />);
  const brand = await fetchingBrand;
  if (brand === undefined) {
    document.title = i18n.t('error.title');
    root.render(<ErrorScreen title={i18n.t('error.title')} message={i18n.t('error.noconfig')} />);
    return;
  }
  applyBrand(brand, document);
  const { app, loadAccounts } = createServices(brand, i18n);
  alertWhenReachable(app, i18n.t);
  root.render(
    <StrictMode>
      <AppServicesContext value={app}>
        <LogBookContext value={logBook}>
          <AccountsContext value={loadAccounts}>
            <App />
          </AccountsContext>
        </LogBookContext>
      </AppServicesContext>
    </StrictMode>,
  );
}

void start();
