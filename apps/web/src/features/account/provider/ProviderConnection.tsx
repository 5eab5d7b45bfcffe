import { useEffect, useState } from 'react';
import { getI18n, useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useAccounts } from '../../../client/hooks/accounts.ts';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import { addSecondFactorTexts } from '../../../i18n/parts/second-factor-texts.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { fetchedLater } from '../../../ui/loading/fetched-later.tsx';
import { goTo } from '../../../ui/save-file.ts';
import { PageHeading } from '../form/PageHeading.tsx';
import { OwnPasswordForm } from '../own-data/OwnPasswordForm.tsx';
import { useOwnPassword } from '../own-data/use-own-password.ts';
import { profileAlert } from '../profile/profile-alert.ts';
import type { Profile } from '../profile/use-profile.ts';
import { useProviderState } from './use-provider-state.ts';

const ConnectWithStep = fetchedLater(async () => {
  const [form] = await Promise.all([import('./ConnectWithStep.tsx'), addSecondFactorTexts(getI18n())]);
  return form;
});

/** Page on which a user with a password connects the account with the provider, or disconnects it (decision D99). */
export function ProviderConnection({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const { api } = useAccounts();
  const { alerts, brand } = useAppServices();
  const own = useOwnPassword();
  const [version, setVersion] = useState(0);
  const { securityToken, username } = profile.user;
  const state = useProviderState(securityToken, version);
  useEffect(() => alerts.clear(profileAlert), [alerts]);
  const name = brand.provider?.label ?? '';

  async function connect(): Promise<void> {
    const address = await own.send((password) =>
      api.startAtProvider(securityToken, {
        purpose: 'connect',
        password,
        returnPath: '/userinformation/provider',
      }),
    );
    if (address !== undefined) goTo(address);
  }

  async function disconnect(): Promise<void> {
    const isDone = await own.send(async (password) => {
      const answer = await api.disconnectProvider(securityToken, password);
      return answer.ok ? { ok: true, value: true } : answer;
    });
    if (isDone !== true) return;
    own.form.input('password').onChange('');
    setVersion(version + 1);
    alerts.show({ id: profileAlert, type: 'success', message: { key: 'provider.disconnected' } });
  }

  const isConnected = state?.isConnected === true;
  const needsStep = !isConnected && state?.needsSecondStep === true;
  return (
    <>
      <PageHeading>{t('login.provider', { name })}</PageHeading>
      {state === undefined ? undefined : (
        <p>
          {t(state.hasPassword ? (isConnected ? 'provider.on' : 'provider.off') : 'provider.only', { name })}
        </p>
      )}
      {needsStep ? (
        <ConnectWithStep profile={profile} submitLabel={t('provider.connect')} />
      ) : state?.hasPassword === true ? (
        <OwnPasswordForm
          own={own}
          username={username}
          submitLabel={t(isConnected ? 'provider.disconnect' : 'provider.connect')}
          onSend={() => void (isConnected ? disconnect() : connect())}
        />
      ) : undefined}
      {needsStep ? undefined : (
        <div>
          <Button onPress={() => navigate('/userinformation')}>{t('common.back')}</Button>
        </div>
      )}
    </>
  );
}
