import { useTranslation } from 'react-i18next';
import { useAccounts } from '../../../client/hooks/accounts.ts';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { goTo } from '../../../ui/save-file.ts';
import { profileAlert } from './profile-alert.ts';

type Props = {
  readonly securityToken: string;
  /** The page is about to be left, so its input is lost. */
  readonly onLeave: () => void;
};

/** Leads a user without a password to the provider, which confirms that it is them (decision D99). */
export function ConfirmAtProvider({ securityToken, onLeave }: Props) {
  const { t } = useTranslation();
  const { api } = useAccounts();
  const { alerts, brand } = useAppServices();
  const name = brand.provider?.label ?? '';

  async function confirm(): Promise<void> {
    const wish = { purpose: 'prove', returnPath: '/userinformation/edit' } as const;
    const answer = await api.startAtProvider(securityToken, wish);
    if (!answer.ok) {
      alerts.show({ id: profileAlert, type: 'danger', message: { key: 'owndata.error' } });
      return;
    }
    onLeave();
    goTo(answer.value);
  }

  return (
    <div>
      <p>{t('provider.confirm_why', { name })}</p>
      <Button onPress={() => void confirm()}>{t('provider.confirm', { name })}</Button>
    </div>
  );
}
