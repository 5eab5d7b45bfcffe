import './ui/tokens.css';
import './ui/reset.css';
import type { Brand } from '@samtal/api-contract';
import type { OutsideEvent } from '@samtal/call-core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { applyBrand } from './app/apply-brand.ts';
import { ErrorScreen } from './app/ErrorScreen.tsx';
import { LoadingScreen } from './app/LoadingScreen.tsx';
import { createAlerts } from './client/alerts.ts';
import { type AppServices, AppServicesContext } from './client/app-services.ts';
import { createCalling } from './client/calling.ts';
import { iceServersOf } from './client/ice-servers.ts';
import { createNotices } from './client/notices.ts';
import { createSession } from './client/session.ts';
import { createSessionMemory } from './client/session-memory.ts';
import { createThemeChoice } from './client/theme.ts';
import type { RunningClient } from './client/use-client.ts';
import { watchUserApi } from './client/watch-user-api.ts';
import { createI18n, directionOf, type Language, pickLanguage } from './i18n/index.ts';
import { browserClock } from './platform/browser-clock.ts';
import { createBrowserLog } from './platform/browser-log.ts';
import { fetchBrand } from './platform/fetch-brand.ts';
import { createKeyValueStore } from './platform/key-value-store.ts';
import { showSystemNotification } from './platform/system-notifications.ts';
import { createUserApi } from './platform/user-api.ts';

const page = document.documentElement;
const fetch = window.fetch.bind(window);
const log = createBrowserLog(browserClock, 'warn', console);
const localStore = createKeyValueStore(() => localStorage);
const tabStore = createKeyValueStore(() => sessionStorage);
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
async function loadCalling(brand: Brand): Promise<RunningClient> {
  const [core, sip, callStreams, localMedia, mediaStage, geolocation, address, pageEvents, status, leaving] =
    await Promise.all([
      import('@samtal/call-core'),
      import('./platform/signalling/jssip-signalling.ts'),
      import('./platform/media/call-streams.ts'),
      import('./platform/media/local-media.ts'),
      import('./platform/media/browser-media-stage.ts'),
      import('./platform/browser-geolocation.ts'),
      import('./platform/local-address.ts'),
      import('./platform/page-events.ts'),
      import('./app/show-call-status.ts'),
      import('./app/warn-before-leaving.ts'),
      // The screens that show it are wanted at the same time.
      import('./app/SignedInApp.tsx'),
    ]);
  const streams = callStreams.createCallStreams();
  const devices = localMedia.createLocalMedia({ emit, streams, log, mediaDevices: navigator.mediaDevices });
  const signalling = sip.createJsSipSignalling({
    emit,
    streams,
    restoreSending: devices.restoreSending,
    clock: browserClock,
    log,
    instanceId: memory.instanceId(() => crypto.randomUUID()),
    iceServersFor: (serverUri) => iceServersOf(brand, serverUri),
    iceTimeoutMs: brand.sip.iceTimeout,
    textWires: brand.text.wires,
    keepAliveSeconds: brand.sip.keepAlive,
  });
  const notices = createNotices(alerts);
  const client = core.createCallClient((report) => {
    deliver = report;
    return {
      signalling,
      localMedia: devices,
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
  return { client, stage: mediaStage.createMediaStage(streams, devices, log) };
}

function createServices(brand: Brand): AppServices {
  const calling = createCalling(brand, () => loadCalling(brand), memory.localAddress);
  const api = watchUserApi(createUserApi({ server: brand.server, log, fetch }), {
    onNoAnswer: () =>
      alerts.show({ id: 'networkError', type: 'danger', message: { key: 'network.networkError' } }),
    onAnswer: () => alerts.clear('networkError'),
    onServerState: (isWell) => emit({ type: isWell ? 'serverReached' : 'serverFailed' }),
    onSessionRefused: () => session.end(),
  });
  const session = createSession({
    api,
    brand,
    memory,
    localStore,
    now: () => browserClock.now(),
    stopCalling: calling.stop,
  });
  calling.follow(session.state);
  const hasWebRtc = 'RTCPeerConnection' in window;
  return {
    brand,
    session,
    calling,
    alerts,
    themeChoice,
    localStore,
    notify: (title) => showSystemNotification(title, window),
    hasWebRtc,
    version: __APP_VERSION__,
    year: new Date().getFullYear(),
  };
}

async function start(): Promise<void> {
  const fetchingBrand = fetchBrand(fetch, String(browserClock.now()), log);
  const i18n = await createI18n(pickLanguage(navigator.language));
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
  root.render(
    <StrictMode>
      <AppServicesContext value={createServices(brand)}>
        <App />
      </AppServicesContext>
    </StrictMode>,
  );
}

void start();
