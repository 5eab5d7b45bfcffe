import './ui/styles/tokens.css';
import './ui/styles/reset.css';
import './ui/styles/plain-words.css';
import './ui/styles/first-page.css';
import type { Brand } from '@samtal/api-contract';
import type { CallClient } from '@samtal/call-core';
import type { i18n } from 'i18next';
import { type ReactNode, StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot, type Root, type RootOptions } from 'react-dom/client';
import { Router } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { App } from './app/App.tsx';
import { afterCall } from './app/bookkeeping/after-call.ts';
import { applyBrand } from './app/entry/apply-brand.ts';
import { entryPaths } from './app/entry/entry-paths.ts';
import { type LaunchMode, launchModeFor } from './app/entry/launch-mode.ts';
import { ErrorScreen } from './app/errors/ErrorScreen.tsx';
import { brandMarkOf } from './app/first-page/brand-mark-of.ts';
import { renderedPageIn } from './app/first-page/rendered-page.ts';
import { TakenOver } from './app/first-page/TakenOver.tsx';
import { prepareTakeOver } from './app/first-page/take-over.ts';
import type { LoginOrigin } from './app/routes/return-path.ts';
import { createAlerts } from './client/alerts/alerts.ts';
import { createCalling } from './client/calling/calling.ts';
import type { LoadedClient } from './client/calling/running-client.ts';
import { type Accounts, LoadAccountsContext } from './client/hooks/accounts.ts';
import { type AppServices, AppServicesContext, type Launch } from './client/hooks/app-services.ts';
import { basePath, pathBelow } from './client/product/base-path.ts';
import { brandAt } from './client/product/brand-at.ts';
import { type BrowserSupport, unsupportedReasonOf } from './client/product/browser-support.ts';
import { createDebugMode, endWithSession } from './client/product/debug-mode.ts';
import { chosenLanguage, createLanguageChoice } from './client/product/language-choice.ts';
import { createThemeChoice, type DeviceLook } from './client/product/theme.ts';
import { createAutoLogin } from './client/session/auto-login.ts';
import { createSession } from './client/session/session.ts';
import { createSessionMemory } from './client/session/session-memory.ts';
import { createSettingsEditor } from './client/session/settings-editor.ts';
import { type LogStore, LogStoreContext, logLevels } from './client/store/log-store.ts';
import type { SecretBox } from './client/store/secret-box.ts';
import { untilIdle } from './client/store/until-idle.ts';
import { isPushActive } from './client/web-push/push-active.ts';
import {
  addSignedInTexts,
  createI18n,
  directionOf,
  type Language,
  loadBeforeLogin,
  pickLanguage,
  speak,
} from './i18n/index.ts';
import { type ApiObserver, createApiRequest } from './platform/api/api-request.ts';
import { fetchBrand } from './platform/api/fetch-brand.ts';
import { createUserApi } from './platform/api/user-api.ts';
import { keepInstallPrompt } from './platform/installable-app/install-prompt.ts';
import { browserClock } from './platform/page/browser-clock.ts';
import { createBrowserLog } from './platform/page/browser-log.ts';
import { findBrowserSupport } from './platform/page/find-browser-support.ts';
import { writeLanguageCookie } from './platform/page/language-cookie.ts';
import { watchOtherTabs } from './platform/page/tabs.ts';
import { createKeyValueStore } from './platform/storage/key-value-store.ts';
import { loadPolyfills } from './polyfills/load-polyfills.ts';
import { Loading } from './ui/loading/Loading.tsx';

const page = document.documentElement;
const isEntryPage = (): boolean => entryPaths.test(pathBelow(location.pathname));
const fetch = window.fetch.bind(window);
const localStore = createKeyValueStore(() => localStorage);
const tabStore = createKeyValueStore(() => sessionStorage);
const isDebugMode = createDebugMode(tabStore);
const logLevel = () => (isDebugMode.get() ? logLevels.debug : logLevels.console);
const log = createBrowserLog(browserClock, logLevel, console);
const logStore: LogStore = { entries: log.entries, isDebugMode, setDebugMode: isDebugMode.set };
const memory = createSessionMemory(tabStore, localStore);
const alerts = createAlerts(browserClock);

const [darkQuery, contrastQuery] = [
  matchMedia('(prefers-color-scheme: dark)'),
  matchMedia('(prefers-contrast: more)'),
];
const deviceLook = (): DeviceLook => ({
  prefersDark: darkQuery.matches,
  prefersContrast: contrastQuery.matches,
});
const themeChoice = createThemeChoice({ store: localStore, ...deviceLook() });
for (const query of [darkQuery, contrastQuery])
  query.addEventListener('change', () => themeChoice.deviceChanged(deviceLook()));
const showTheme = (): void => {
  page.dataset['theme'] = themeChoice.theme.get();
};
themeChoice.theme.subscribe(showTheme);
showTheme();

/** Loads the code that encrypts stored passwords, which few users need; undefined if that fails. */
const openSecretBox = async (): Promise<SecretBox | undefined> => {
  const code = await import('./platform/storage/secret-box.ts').catch(() => undefined);
  return code?.createSecretBox(window);
};
const secrets: SecretBox = {
  seal: async (secret) => (await openSecretBox())?.seal(secret),
  open: async (sealed) => (await openSecretBox())?.open(sealed) ?? { ok: false, isForGood: false },
};

type Services = {
  readonly app: AppServices;
  readonly loadAccounts: () => Promise<Accounts>;
};

type ServiceOptions = {
  readonly launchMode: LaunchMode;
  readonly browserSupport: BrowserSupport | undefined;
};

function createServices(brand: Brand, i18n: i18n, { launchMode, browserSupport }: ServiceOptions): Services {
  const hasWebRtc = 'RTCPeerConnection' in window;
  const loadCalling = async (): Promise<LoadedClient> => {
    const [{ composeCalling }] = await Promise.all([
      import('./main-calling.ts'),
      // The screens of the signed-in user and their texts are needed at the same time.
      import('./app/shell/SignedInApp.tsx'),
      addSignedInTexts(i18n),
    ]);
    return composeCalling({ brand, t: i18n.t, log, localStore, tabStore, alerts, session, request });
  };
  const calling = createCalling({
    brand,
    load: loadCalling,
    loadSignalling: () => import('./platform/signalling/jssip-signalling.ts'),
    localAddress: memory.localAddress,
    untilShown: untilIdle,
  });
  /** The calling core; undefined until its code is loaded. */
  const callClient = (): CallClient | undefined => {
    const state = calling.state.get();
    return state.phase === 'ready' ? state.running.client : undefined;
  };
  const observer: ApiObserver = {
    onNoAnswer: () =>
      alerts.show({ id: 'networkError', type: 'danger', message: { key: 'network.networkError' } }),
    onSuccess: () => alerts.clear('networkError'),
    onServerState: (isWell) => callClient()?.emit({ type: isWell ? 'serverReached' : 'serverFailed' }),
    onSessionRefused: afterCall(callClient, () => session.end()),
  };
  const request = createApiRequest({ server: brand.server, log, fetch, observer });
  const session = createSession({
    api: createUserApi(request),
    brand,
    memory,
    localStore,
    now: () => browserClock.now(),
    stopCalling: calling.stop,
    leavePage: (address) => location.assign(address),
    autoLogin: createAutoLogin(localStore, secrets),
    mayEnterUnasked: hasWebRtc,
    isForVisitor: launchMode === 'kiosk',
  });
  endWithSession(isDebugMode, session.state);
  let accounts: Promise<Accounts> | undefined;
  const loadAccounts = (): Promise<Accounts> => {
    // The texts of these pages are in a part of the catalogue that the login page does not load.
    accounts ??= Promise.all([import('./platform/api/accounts.ts'), addSignedInTexts(i18n)]).then(
      ([{ createAccounts }]) => createAccounts(request, brand.server),
      (error: unknown) => {
        accounts = undefined;
        throw error;
      },
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
    chooseLanguage: createLanguageChoice(
      localStore,
      async (language) => {
        await speak(i18n, language);
        writeLanguageCookie(document, language, basePath);
      },
      observer.onNoAnswer,
    ),
    localStore,
    tabStore,
    browserSupport,
    hasWebRtc,
    version: __APP_VERSION__,
    commit: __APP_COMMIT__,
    year: new Date().getFullYear(),
  };
  return { app, loadAccounts };
}

/** Logs out as another tab did, and says so until the next login. */
async function followLogout({ session, alerts }: AppServices): Promise<void> {
  await session.followLogout();
  const notice = { id: 'loggedOut', type: 'info', message: { key: 'login.other_tab' } } as const;
  alerts.show(notice);
  const stop = session.state.subscribe(() => {
    if (session.state.get().phase !== 'signedIn') return;
    alerts.dismiss(notice);
    stop();
  });
}

/**
 * Starts what `mode` needs, and returns what is shown instead of the normal app. Only kiosk visitors load the
 * kiosk's code.
 */
async function launch(mode: LaunchMode, app: AppServices): Promise<Launch | undefined> {
  const { brand, session, calling } = app;
  if (mode === 'notFound') return { kind: 'notFound' };
  const { browserSupport, hasWebRtc } = app;
  const reason = unsupportedReasonOf(browserSupport, { hasWebRtc, isForCall: mode === 'kiosk' });
  if (reason !== undefined) return { kind: 'unsupportedBrowser', reason };
  calling.follow(session.state);
  watchOtherTabs(window, memory.isOutdated, () => {
    if (session.state.get().phase !== 'signedIn') return;
    void followLogout(app);
    if (mode === 'app') navigate(`${basePath}/`, { replace: true });
  });
  if (mode === 'app') {
    // Before the first screen, whose address has no fragment any more.
    if (location.hash.startsWith('#signin=')) void (await import('./main-provider.ts')).comeBack(app);
    else if (!isEntryPage()) session.begin();
    if (isPushActive(localStore))
      void import('./main-call-at-login.ts')
        .then(({ composeCallAtLogin }) => composeCallAtLogin(session, app.alerts))
        .catch(() => undefined);
    window.addEventListener('online', () => {
      if (!isEntryPage()) session.tryAgain();
    });
    return undefined;
  }
  const [{ startKiosk }, { createPeopleApi }] = await Promise.all([
    import('./client/kiosk/kiosk.ts'),
    import('./platform/api/people-api.ts'),
  ]);
  // These requests have no observer, because the kiosk itself shows what fails.
  const people = createPeopleApi(createApiRequest({ server: brand.server, log, fetch }));
  return {
    kind: 'kiosk',
    visit: startKiosk({ query: location.search, brand, session, calling, people }),
  };
}

/** The user was at another page than the login, which they see after it (ROUTE-13). */
function goToLogin(): void {
  const path = pathBelow(location.pathname);
  const origin: LoginOrigin = { returnPath: `${path}${location.search}` };
  if (path !== '/login') navigate(`${basePath}/login`, { replace: true, state: origin });
}

async function start(): Promise<void> {
  await loadPolyfills();
  const fetchingBrand = fetchBrand(fetch, String(browserClock.now()), log);
  const element = document.getElementById('root') as HTMLElement;
  const rendered = renderedPageIn(element);
  const wanted = rendered?.language ?? chosenLanguage(localStore) ?? pickLanguage(navigator.language);
  const i18n = await createI18n(wanted, loadBeforeLogin);
  const showLanguage = (): void => {
    page.lang = i18n.language;
    page.dir = directionOf(i18n.language as Language);
  };
  i18n.on('languageChanged', showLanguage);
  showLanguage();
  document.querySelector('.plain-words')?.remove();
  const options: RootOptions = {
    // The log is part of the report that the user can send.
    onCaughtError(error, { componentStack }) {
      log.warn('render_failed', { error: String(error), componentStack });
    },
  };
  let root: Root | undefined;
  const show = (content: ReactNode): void => {
    root ??= createRoot(element, options);
    root.render(content);
  };
  const render = (content: ReactNode): void => {
    window.samtalFirstPage?.take();
    delete element.dataset['brand'];
    show(content);
  };
  if (rendered === undefined) render(<Loading />);
  const giveUp = (why: 'error.noconfig' | 'network.networkError'): void => {
    document.title = i18n.t('error.title');
    render(<ErrorScreen title={i18n.t('error.title')} message={i18n.t(why)} />);
  };
  const fetched = await fetchingBrand;
  if (fetched === undefined) return giveUp('error.noconfig');
  const brand = brandAt(fetched, location.hostname, basePath);
  applyBrand(brand, document);
  if (brand.features.installableApp !== false) keepInstallPrompt(window);
  const launchMode = launchModeFor(brand, {
    path: pathBelow(location.pathname),
    isEmbedded: window.parent !== window,
    isVisitor: memory.load()?.user.token !== undefined,
  });
  const { app, loadAccounts } = createServices(brand, i18n, {
    launchMode,
    browserSupport: findBrowserSupport(navigator.userAgent),
  });
  let launched: Launch | undefined;
  try {
    launched = await launch(launchMode, app);
  } catch {
    return giveUp('network.networkError');
  }
  const isAtLogin =
    rendered !== undefined && launched === undefined && app.session.state.get().phase === 'signedOut';
  const isLogin = isAtLogin && rendered.brandMark === brandMarkOf(fetched);
  const takeOver = prepareTakeOver(element, isLogin);
  app.session.state.subscribe(() => {
    if (app.session.state.get().phase === 'signedIn') takeOver.forget();
  });
  const screens = (
    <StrictMode>
      <AppServicesContext value={{ ...app, launch: launched, onLoginForm: takeOver.onLoginForm }}>
        <LogStoreContext value={logStore}>
          <LoadAccountsContext value={loadAccounts}>
            <Router base={basePath}>
              <App />
            </Router>
          </LoadAccountsContext>
        </LogStoreContext>
      </AppServicesContext>
    </StrictMode>
  );
  const content = <TakenOver onTaken={takeOver.onTaken}>{screens}</TakenOver>;
  // The address must change before the first rendering. Otherwise there is no form for a moment, and keys
  // pressed in that moment are lost.
  if (isAtLogin) goToLogin();
  // A transition renders in slices, so the page stays responsive, on slow phones too.
  startTransition(() => {
    if (isLogin) root = hydrateRoot(element, content, options);
    else show(content);
  });
}

void start();
