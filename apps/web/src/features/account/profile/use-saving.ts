import { ERROR_CODES, type KeyValue } from '@samtal/api-contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccounts } from '../../../client/hooks/accounts.ts';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import { useIsThere } from '../../../client/hooks/use-is-there.ts';
import type { ApiFailure } from '../../../client/ports/user-api.ts';
import { leavesOpen } from '../form/failure-text.ts';
import { takenBy } from '../form/taken.ts';
import type { AccountForm } from '../form/use-account-form.ts';
import { useFieldWords } from '../form/use-field-words.ts';
import { profileAlert } from './profile-alert.ts';
import type { ProfileName } from './profile-fields.ts';
import type { Profile } from './use-profile.ts';

type Change = KeyValue & { readonly name: ProfileName };

type Options = {
  readonly profile: Profile;
  readonly changes: readonly Change[];
  readonly form: AccountForm<ProfileName>;
  /** The present password, where the server asks for it before a new e-mail address. */
  readonly currentPassword: string | undefined;
  /** The server wants to know once more who the user is: the password was wrong, or a log-in at the provider is needed. */
  readonly onUnproved: (what: 'password' | 'signIn') => void;
  readonly onSaved: () => void;
};

export type Saving = {
  readonly isBusy: boolean;
  readonly save: () => Promise<void>;
  /** Asks the server whether the new e-mail address is taken; if so, shows an error (PROFILE-09). */
  readonly checkIsFree: () => Promise<void>;
};

/** Saves the changes in the account, one request for each change (PROFILE-07, PROFILE-08, PROFILE-10). */
export function useSaving({ profile, changes, form, currentPassword, onUnproved, onSaved }: Options): Saving {
  const { t } = useTranslation();
  const { api } = useAccounts();
  const { alerts, session } = useAppServices();
  const wordsOf = useFieldWords();
  const [isBusy, setIsBusy] = useState(false);
  const isThere = useIsThere();
  const { securityToken } = profile.user;

  /** If the answer tells why the server rejected a value, shows the reason at the field (PROFILE-11). */
  function showAtField({ name }: Change, { status, errorCode }: ApiFailure): void {
    // The server mails a link to each new address, and limits the number of mails.
    if (name === 'email' && status === 429)
      return form.refuse(name, form.values[name], t('edituser.email_later'));
    if (errorCode === ERROR_CODES.wrongCredentials) return onUnproved('password');
    if (errorCode === ERROR_CODES.signInNeeded) return onUnproved('signIn');
    if (errorCode === ERROR_CODES.passwordIsNew)
      return form.refuse(name, form.values[name], t('owndata.password_new'));
    const taken = takenBy(errorCode);
    if (taken !== undefined) form.refuse(name, form.values[name], t(taken.text));
    else if (errorCode === ERROR_CODES.invalidValue)
      form.refuse(name, form.values[name], wordsOf(name, 'invalid'));
  }

  async function sendAll(): Promise<boolean> {
    let isComplete = true;
    for (const change of changes) {
      const { key, value, name } = change;
      const hasPassword = name === 'email' && currentPassword !== undefined;
      const property = { key, value, ...(hasPassword && { currentPassword }) };
      // The current password is not for an address.
      const options = { isPosted: profile.isPosted || hasPassword };
      const answer = await api.setProperty(securityToken, property, options);
      if (answer.ok) continue;
      isComplete = false;
      showAtField(change, answer);
      // Without a network the other requests would fail too.
      if (answer.status === 0) break;
    }
    await session.reloadUser();
    return isComplete;
  }

  return {
    isBusy,
    async save() {
      if (changes.length === 0) return onSaved();
      alerts.clear(profileAlert);
      setIsBusy(true);
      const isComplete = await sendAll();
      setIsBusy(false);
      if (!isThere()) return;
      if (isComplete) onSaved();
      alerts.show(
        isComplete
          ? { id: profileAlert, type: 'success', message: { key: 'edituser.complete' } }
          : { id: profileAlert, type: 'danger', message: { key: 'edituser.error' } },
      );
    },
    async checkIsFree() {
      const change = changes.find(({ name }) => name === 'email');
      const isWrong = form.problems.some(({ name }) => name === 'email');
      if (change === undefined || change.value === '' || isWrong) return;
      const answer = await api.checkIsFree({ key: 'email', value: change.value }, securityToken);
      if (answer.ok || leavesOpen(answer) || !isThere()) return;
      form.refuse('email', form.values.email, t('registration.email_exists'));
    },
  };
}
