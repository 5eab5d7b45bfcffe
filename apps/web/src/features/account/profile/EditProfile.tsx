import { FIELDS, type FieldRule } from '@samtal/api-contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import { useFeature } from '../../../client/hooks/use-feature.ts';
import { useUnsaved } from '../../../client/store/unsaved.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { FactList } from '../../../ui/lists/FactList.tsx';
import { FormFrame } from '../form/FormFrame.tsx';
import { inputKind } from '../form/input-kind.ts';
import { PageHeading } from '../form/PageHeading.tsx';
import { useAccountForm } from '../form/use-account-form.ts';
import { useFieldWords } from '../form/use-field-words.ts';
import { ConfirmAtProvider } from './ConfirmAtProvider.tsx';
import { CurrentPassword, hasRole } from './CurrentPassword.tsx';
import { PendingEmail } from './PendingEmail.tsx';
import { profileAlert } from './profile-alert.ts';
import {
  changeableNames,
  changesOf,
  isRequired,
  type ProfileName,
  type ProfileValues,
  profileProblems,
  savedValue,
  savedValues,
  sipAddressesOf,
} from './profile-fields.ts';
import type { Profile } from './use-profile.ts';
import { useSaving } from './use-saving.ts';

/** Page to change the profile; the fields keep their input when saving fails (PROFILE-03, PROFILE-04). */
export function EditProfile({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const { alerts, brand } = useAppServices();
  const wordsOf = useFieldWords();
  const { user, organisation, canChangePassword } = profile;
  const properties = user.properties.propertySet;
  const saved = savedValues(properties);
  const names = changeableNames(organisation, saved, useFeature('plainWords'));
  useEffect(() => alerts.clear(profileAlert), [alerts]);

  function check(values: ProfileValues): Partial<Record<ProfileName, string>> {
    const problems = profileProblems(values, { saved, names, organisation, rules: brand.registration });
    return Object.fromEntries(
      Object.entries(problems).map(([key, problem]) => {
        const name = key as ProfileName;
        const isNoEmail = name === 'email' && problem === 'required';
        return [name, isNoEmail ? t('edituser.email_empty') : wordsOf(name, problem)];
      }),
    );
  }

  const form = useAccountForm<ProfileName>({
    names,
    initial: saved,
    check,
  });
  const changes = changesOf(form.values, saved, names);
  const release = useUnsaved(changes.length > 0);

  function leave(): void {
    release();
    navigate('/userinformation');
  }

  const isEmailChanged = changes.some(({ name }) => name === 'email');
  const [current, setCurrent] = useState({ value: '', isWrong: false });
  const [unproved, setUnproved] = useState<'password' | 'signIn'>();
  // The server also asks for the password where no present address could be told of the change.
  const isCurrentNeeded = isEmailChanged && (hasRole(user) || saved.email === '' || unproved === 'password');
  const { isBusy, save, checkIsFree } = useSaving({
    profile,
    changes,
    form,
    currentPassword: isCurrentNeeded && current.value !== '' ? current.value : undefined,
    onUnproved(what) {
      setUnproved(what);
      setCurrent({ ...current, isWrong: what === 'password' });
    },
    onSaved: leave,
  });

  return (
    <>
      <PageHeading>{t('edituser.title')}</PageHeading>
      <PendingEmail profile={profile} />
      <FactList
        none={t('edituser.none')}
        facts={[
          { label: t('registration.username'), lines: [savedValue(properties, 'username')] },
          {
            label: t('registration.sipaddress'),
            lines: sipAddressesOf(savedValue(properties, 'sipaddress')),
          },
        ]}
      />
      {canChangePassword ? (
        <div>
          <Button onPress={() => navigate('/userinformation/changePassword')}>
            {t('edituser.changepassword')}
          </Button>
        </div>
      ) : undefined}
      <FormFrame
        form={form}
        labelOf={(name) => t(`registration.${name}`)}
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
        <p>{t('common.required_hint')}</p>
        {names.map((name) => {
          const input = form.input(name);
          const { rule, autocomplete }: { readonly rule: FieldRule; readonly autocomplete: string } =
            FIELDS[name];
          return (
            <TextField
              key={name}
              {...input}
              {...inputKind(rule)}
              label={t(`registration.${name}`)}
              autoComplete={autocomplete}
              required={isRequired(name, organisation)}
              onBlur={() => {
                input.onBlur();
                if (name === 'email') void checkIsFree();
              }}
            />
          );
        })}
        {unproved === 'signIn' ? (
          <ConfirmAtProvider securityToken={user.securityToken} onLeave={release} />
        ) : isCurrentNeeded ? (
          <CurrentPassword typed={current} onChange={setCurrent} />
        ) : undefined}
      </FormFrame>
    </>
  );
}
