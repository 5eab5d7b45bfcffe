import type { Brand } from '@samtal/api-contract';
import {
  type FormEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useIsHydrating } from '../../client/hooks/use-is-hydrating.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Alert } from '../../ui/notices/Alert.tsx';
import { Spinner } from '../../ui/notices/Spinner.tsx';
import { Card } from '../../ui/page/Card.tsx';
import { DemoAccounts } from './DemoAccounts.tsx';
import styles from './LoginScreen.module.css';

export type LoginScreenProps = {
  /** Called when the form is in the page; may fill its fields. */
  readonly onForm?: ((form: HTMLFormElement) => void) | undefined;
  readonly onLogin: (
    username: string,
    password: string,
    isRemembered: boolean,
    keepAccount?: boolean,
  ) => void;
  /** Undefined = there is no button for anonymous access (ANON-02). */
  readonly onLoginAnonymously?: (() => void) | undefined;
  /** The address of the link that was opened (decision D72): it is filled in after the login. */
  readonly calledAddress?: string | undefined;
  readonly isBusy: boolean;
  /** Why the last attempt failed; a new object for each attempt. */
  readonly failure?: { readonly text: string } | undefined;
  /** The login failed because the account is to be deleted; its user may keep it (decision D96). */
  readonly canKeepAccount?: boolean;
  /** Keeps it without the form, where the user has logged in elsewhere. */
  readonly onKeep?: (() => void) | undefined;
  /** The OpenID Connect provider (decision D99), and the address that leads to it. */
  readonly provider?: Brand['provider'];
  readonly providerHref?: string;
  /** The operator's message to all users. */
  readonly brandNotice?: string | undefined;
  /** Why the user has to log in again. */
  readonly notice?: string | undefined;
  readonly hasWebRtc: boolean;
  /** A note about this browser. */
  readonly browserNotice?: ReactNode;
  /** The accounts of a demonstration. */
  readonly demo?: NonNullable<Brand['demo']> | undefined;
  /** Links below the form. */
  readonly links?: ReactNode;
  /** State of the debug mode option; undefined = the debug view is off. */
  readonly debugMode?: { readonly isOn: boolean; readonly onChange: (isOn: boolean) => void } | undefined;
};

/** The login form: username, password and one button. A failed login keeps the input. */
export function LoginScreen({
  onForm,
  onLogin,
  onLoginAnonymously,
  calledAddress,
  isBusy,
  failure,
  canKeepAccount = false,
  onKeep,
  provider = null,
  providerHref = '',
  brandNotice = '',
  notice,
  hasWebRtc,
  browserNotice,
  links,
  demo,
  debugMode,
}: LoginScreenProps) {
  const { t } = useTranslation();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [isRemembered, setIsRemembered] = useState(false);
  const [isPasswordShown, setIsPasswordShown] = useState(false);
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure !== undefined) alert.current?.focus();
  }, [failure]);

  const isHydrating = useIsHydrating();
  const form = useRef<HTMLFormElement>(null);
  const startDebugMode = useEffectEvent(() => debugMode?.onChange(true));
  // What was typed before the script ran is in the fields only.
  useLayoutEffect(() => {
    if (form.current !== null) onForm?.(form.current);
    const typed = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`);
    setUsername(typed('username')?.value ?? '');
    setPassword(typed('password')?.value ?? '');
    setIsRemembered(typed('autologin')?.checked ?? false);
    if (typed('debug')?.checked) startDebugMode();
  }, [onForm]);

  const isComplete = username.trim() !== '' && password !== '';
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isBusy) onLogin(username.trim(), password, isRemembered);
  }

  const anonymousLogin =
    onLoginAnonymously === undefined ? undefined : (
      <Button isWide isDisabled={isBusy} onPress={onLoginAnonymously}>
        {t('login.anonymous')}
      </Button>
    );

  return (
    <Card className={styles.card}>
      <h1>{t('title.login')}</h1>
      {calledAddress === undefined ? undefined : (
        <>
          <p>{t('login.about_to_call', { address: calledAddress })}</p>
          {anonymousLogin}
        </>
      )}
      {hasWebRtc ? undefined : <Alert type="danger">{t('login.nowebrtc')}</Alert>}
      {browserNotice}
      {brandNotice === '' ? undefined : <p className={styles.brandNotice}>{brandNotice}</p>}
      {notice === undefined ? undefined : <Alert type="info">{notice}</Alert>}
      {failure === undefined ? undefined : (
        <Alert type="danger" ref={alert}>
          {canKeepAccount ? undefined : <strong>{t('login.loginfailed')}</strong>}
          <p>{failure.text}</p>
          {canKeepAccount ? (
            <Button
              onPress={
                onKeep ??
                (isComplete ? () => onLogin(username.trim(), password, isRemembered, true) : undefined)
              }
            >
              {t('login.keep')}
            </Button>
          ) : undefined}
        </Alert>
      )}
      {provider === null ? undefined : (
        <LinkButton href={providerHref}>{t('login.provider', { name: provider.label })}</LinkButton>
      )}
      {provider?.hasPasswords === false ? undefined : (
        <>
          {/* Sent by script only. The method keeps the fields out of the address even if no script runs. */}
          <form ref={form} className={styles.form} method="post" onSubmit={submit}>
            <TextField
              label={t('login.username')}
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              value={username}
              onChange={setUsername}
            />
            <TextField
              label={t('login.password')}
              name="password"
              type={isPasswordShown ? 'text' : 'password'}
              autoComplete="current-password"
              autoCapitalize="none"
              spellCheck={false}
              value={password}
              onChange={setPassword}
              end={
                <IconButton
                  icon={isPasswordShown ? 'eyeOff' : 'eye'}
                  label={isPasswordShown ? t('login.hide_password') : t('login.show_password')}
                  onPress={() => setIsPasswordShown(!isPasswordShown)}
                />
              }
            />
            <Checkbox
              name="autologin"
              label={t('login.autologin')}
              isChecked={isRemembered}
              onChange={setIsRemembered}
            />
            {debugMode === undefined ? undefined : (
              <Checkbox
                name="debug"
                label={t('login.debug')}
                isChecked={debugMode.isOn}
                onChange={debugMode.onChange}
              />
            )}
            <Button type="submit" kind="primary" size="large" isWide isBusy={isBusy} isDisabled={!isComplete}>
              {isBusy ? t('login.busy') : t('login.submit')}
            </Button>
            {isHydrating ? (
              <>
                <output className={styles.waiting}>
                  <Spinner size="1.5rem" /> {t('common.loading')}
                </output>
                {/* The script in the head of the page shows this, and reloads the page. */}
                <div className={styles.notFetched} role="alert">
                  {t('network.networkError')}{' '}
                  <Button id="reload" isDisabled={false}>
                    {t('error.reload')}
                  </Button>
                </div>
              </>
            ) : undefined}
          </form>
        </>
      )}
      {demo === undefined ? undefined : (
        <DemoAccounts
          accounts={demo.accounts}
          onChoose={(name) => {
            // The button can take the focus only when it is enabled.
            flushSync(() => {
              setUsername(name);
              setPassword(demo.password);
            });
            form.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
          }}
        />
      )}
      {calledAddress === undefined ? anonymousLogin : undefined}
      {links}
    </Card>
  );
}
