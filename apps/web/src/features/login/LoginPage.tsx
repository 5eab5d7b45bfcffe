import { isFeatureOn, PROVIDER_START_PATH } from '@samtal/api-contract';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMessage } from '../../client/alerts/use-message.ts';
import { localTextOf } from '../../client/format/local-text.ts';
import { dateLocale, longDay } from '../../client/format/time.ts';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { useIsHydrating } from '../../client/hooks/use-is-hydrating.ts';
import { plainAddressOf } from '../../client/people/call-link.ts';
import { useLogStore } from '../../client/store/log-store.ts';
import { useStore } from '../../client/store/store.ts';
import { BrowserNotice } from './BrowserNotice.tsx';
import { LoginLinks } from './LoginLinks.tsx';
import { LoginScreen } from './LoginScreen.tsx';
import { useBrowserNotice } from './use-browser-notice.ts';
import { useFirstUse } from './use-first-use.ts';

/** What the history entry of the login page carries. */
type LoginEntry = { readonly returnPath: string };

const isOffAtFirst = (): boolean => false;

/** The login screen, connected to the session. */
export function LoginPage() {
  const { t, i18n } = useTranslation();
  const messageText = useMessage();
  const { brand, session, calling, hasWebRtc, onLoginForm } = useAppServices();
  const isHydrating = useIsHydrating();
  const state = useStore(session.state);
  const failureMessage = state.phase === 'signedOut' ? state.loginFailure : undefined;
  const deletionAt = state.phase === 'signedOut' ? state.deletionAt : undefined;
  const deletion =
    deletionAt === undefined
      ? undefined
      : t('login.deletion', {
          date: longDay(deletionAt, dateLocale(i18n.language, navigator.languages)),
        });
  const failure = useMemo(
    () => (failureMessage === undefined ? undefined : { text: deletion ?? messageText(failureMessage) }),
    [failureMessage, messageText, deletion],
  );
  const { provider, server } = brand;
  const isFromProvider = state.phase === 'signedOut' && state.isFromProvider === true;
  // The page at which the user was (ROUTE-13); the server checks it.
  const from = isHydrating ? undefined : (history.state as Partial<LoginEntry> | null)?.returnPath;
  const wasEnded = state.phase === 'signedOut' && state.wasEnded === true;

  // The code for calls loads while the user types, not before: nothing else may delay the form.
  useFirstUse(calling.preload);

  // Starts the session if the page that opened first, such as registration, has not done so.
  useEffect(() => session.begin(), [session]);

  const log = useLogStore();
  const isDebugMode = useStore(log.isDebugMode, isOffAtFirst);
  const { debugConsole, debugLog, debugDebug, characters } = brand.features;
  // Before the login no organisation is known (BRAND-13).
  const hasDebugView = [debugConsole, debugLog, debugDebug, characters].some((flag) =>
    isFeatureOn(flag, undefined),
  );

  return (
    <LoginScreen
      onForm={onLoginForm}
      onLogin={(...typed) => void session.login(...typed)}
      onLoginAnonymously={
        brand.anonymous.enabled && !brand.anonymous.autoLogin
          ? () => void session.loginAnonymously()
          : undefined
      }
      calledAddress={
        from !== undefined && isFeatureOn(brand.features.callLinks, undefined)
          ? plainAddressOf(from)
          : undefined
      }
      isBusy={state.phase === 'signingIn'}
      failure={failure}
      brandNotice={localTextOf(brand.loginNotice, i18n.language)}
      notice={wasEnded ? t('error.tokenExpiredInvalid') : failure === undefined ? deletion : undefined}
      canKeepAccount={deletion !== undefined && failure !== undefined}
      hasWebRtc={hasWebRtc || isHydrating}
      links={<LoginLinks />}
      provider={provider}
      // Relative to the base element of the page, so that it works without a script.
      providerHref={`${server.replace(/\/$/, '') || '.'}${PROVIDER_START_PATH}${from === undefined ? '' : `?to=${encodeURIComponent(from)}`}`}
      onKeep={isFromProvider ? () => void session.loginWithProvider(true) : undefined}
      demo={brand.demo ?? undefined}
      browserNotice={isHydrating ? undefined : <NoticeOfBrowser />}
      debugMode={hasDebugView ? { isOn: isDebugMode, onChange: log.setDebugMode } : undefined}
    />
  );
}

/** The note about this browser, which only the browser can give. */
function NoticeOfBrowser() {
  const { brand, browserSupport: support, localStore, tabStore } = useAppServices();
  const isInfoWanted = brand.browser.showSupportedInfo;
  const notice = useBrowserNotice({ support, isInfoWanted, localStore, tabStore });
  return notice === undefined ? undefined : <BrowserNotice {...notice} />;
}
