import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppServices } from '../../client/app-services.ts';
import { useMessage } from '../../client/use-message.ts';
import { useStore } from '../../client/use-store.ts';
import { LoginScreen } from './LoginScreen.tsx';

/** A person who looks at the form needs the calling core soon; the form itself comes first. */
const preloadAfterMs = 500;

/** The login screen on the session. */
export function LoginPage() {
  const { t } = useTranslation();
  const messageText = useMessage();
  const { session, calling, hasWebRtc } = useAppServices();
  const state = useStore(session.state);
  const failureMessage = state.phase === 'signedOut' ? state.loginFailure : undefined;
  const failure = useMemo(
    () => (failureMessage === undefined ? undefined : { text: messageText(failureMessage) }),
    [failureMessage, messageText],
  );
  const wasEnded = state.phase === 'signedOut' && state.wasEnded === true;

  useEffect(() => {
    const timer = setTimeout(calling.preload, preloadAfterMs);
    return () => clearTimeout(timer);
  }, [calling]);

  return (
    <LoginScreen
      onLogin={(username, password) => void session.login(username, password)}
      isBusy={state.phase === 'signingIn'}
      failure={failure}
      notice={wasEnded ? t('error.tokenExpiredInvalid') : undefined}
      hasWebRtc={hasWebRtc}
    />
  );
}
