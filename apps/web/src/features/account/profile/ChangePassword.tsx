import { ERROR_CODES, PROPERTY_KEYS } from '@samtal/api-contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { localTextOf } from '../../../client/format/local-text.ts';
import { useAccounts } from '../../../client/hooks/accounts.ts';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import { useIsThere } from '../../../client/hooks/use-is-there.ts';
import { useUnsaved } from '../../../client/store/unsaved.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { FormFrame } from '../form/FormFrame.tsx';
import { NewPasswordFields } from '../form/NewPasswordFields.tsx';
import { PageHeading } from '../form/PageHeading.tsx';
import { useFieldWords } from '../form/use-field-words.ts';
import { useNewPassword } from '../form/use-new-password.ts';
import { CurrentPassword, hasRole } from './CurrentPassword.tsx';
import { profileAlert } from './profile-alert.ts';
import { savedValue } from './profile-fields.ts';
import type { Profile } from './use-profile.ts';

/** Page on which a logged-in user sets a new password and stays logged in (PROFILE-12). */
export function ChangePassword({ profile }: { readonly profile: Profile }) {
  const { t, i18n } = useTranslation();
  const [, navigate] = useLocation();
  const { api } = useAccounts();
  const { alerts, brand, session } = useAppServices();
  const wordsOf = useFieldWords();
  const isThere = useIsThere();
  const [isBusy, setIsBusy] = useState(false);
  const [current, setCurrent] = useState({ value: '', isWrong: false });
  const { user, isPosted } = profile;
  const username = savedValue(user.properties.propertySet, 'username') || user.username;
  const isCurrentNeeded = hasRole(user);
  const form = useNewPassword(username, localTextOf(brand.registration.passwordMismatchText, i18n.language));
  const release = useUnsaved(form.values.password1 !== '');

  function leave(): void {
    release();
    navigate('/userinformation');
  }

  async function save(): Promise<void> {
    const password = form.values.password1;
    alerts.clear(profileAlert);
    setIsBusy(true);
    const property = {
      key: PROPERTY_KEYS.password,
      value: password,
      ...(isCurrentNeeded && { currentPassword: current.value }),
    };
    const answer = await api.setProperty(user.securityToken, property, {
      // The current password is not for an address.
      isPosted: isPosted || isCurrentNeeded,
    });
    setIsBusy(false);
    if (!answer.ok) {
      if (answer.errorCode === ERROR_CODES.wrongCredentials) setCurrent({ ...current, isWrong: true });
      else if (answer.errorCode === ERROR_CODES.invalidValue)
        form.refuse('password1', password, wordsOf('password', 'invalid'));
      alerts.show({ id: profileAlert, type: 'danger', message: { key: 'edituser.error' } });
      return;
    }
    const { sipPassword } = answer.value;
    session.passwordChanged({ password, ...(sipPassword === undefined ? {} : { sipPassword }) });
    await session.reloadUser();
    if (isThere()) leave();
    alerts.show({ id: profileAlert, type: 'success', message: { key: 'edituser.complete' } });
  }

  return (
    <>
      <PageHeading>{t('edituser.changepassword')}</PageHeading>
      <FormFrame
        form={form}
        labelOf={(name) => t(`newpassword.${name}`)}
        submitLabel={t('common.save')}
        busyLabel={t('edituser.inprogress')}
        isBusy={isBusy}
        onSend={() => void save()}
        actions={
          <Button size="large" onPress={leave}>
            {t('common.cancel')}
          </Button>
        }
      >
        {/* Tells a password manager which username the password belongs to. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        {isCurrentNeeded ? <CurrentPassword typed={current} onChange={setCurrent} /> : undefined}
        <NewPasswordFields form={form} />
      </FormFrame>
    </>
  );
}
