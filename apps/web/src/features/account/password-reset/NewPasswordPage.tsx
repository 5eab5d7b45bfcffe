import { ERROR_CODES } from '@samtal/api-contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearch } from 'wouter';
import { useAccounts } from '../../../client/hooks/accounts.ts';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import type { ApiFailure } from '../../../client/ports/user-api.ts';
import { Card } from '../../../ui/page/Card.tsx';
import styles from '../form/AccountCard.module.css';
import { FormFrame } from '../form/FormFrame.tsx';
import { failureText, isNetworkFailure } from '../form/failure-text.ts';
import { NewPasswordFields } from '../form/NewPasswordFields.tsx';
import { Outcome } from '../form/Outcome.tsx';
import { PageHeading } from '../form/PageHeading.tsx';
import { useNewPassword } from '../form/use-new-password.ts';
import { isPostedBy } from '../form/use-organisation.ts';
import { type ResetLink, resetLinkOf } from './reset-link.ts';

/** Page that the link in a reset mail opens: the user types a new password twice (ROUTE-18, RESET-11). */
export default function NewPasswordPage() {
  const { t } = useTranslation();
  const link = resetLinkOf(useSearch());
  const [isComplete, setIsComplete] = useState(false);
  return (
    <Card className={styles.card}>
      <PageHeading>{t('title.newpassword')}</PageHeading>
      {link === 'invalid' ? (
        <BadLink>{t('resetpassword.invalid_link')}</BadLink>
      ) : isComplete ? (
        <Outcome type="success">{t('resetpassword.done')}</Outcome>
      ) : (
        <NewPasswordForm link={link} onComplete={() => setIsComplete(true)} />
      )}
    </Card>
  );
}

/** Message about an invalid reset link, and a link to the page that requests a new mail. */
function BadLink({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const { resetPassword } = useAppServices().brand;
  return (
    <>
      <Outcome type="danger">{children}</Outcome>
      {resetPassword.enabled ? <Link href="/resetpassword">{t('resetpassword.new_link')}</Link> : undefined}
    </>
  );
}

type NewPasswordFormProps = { readonly link: ResetLink; readonly onComplete: () => void };

function NewPasswordForm({ link: { key, uid, username }, onComplete }: NewPasswordFormProps) {
  const { t } = useTranslation();
  const { registration } = useAppServices().brand;
  const { api } = useAccounts();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure>();
  const form = useNewPassword(username, t('password2_helptext'));

  async function send(): Promise<void> {
    setIsBusy(true);
    const password = form.values.password1;
    const settings = await api.getOrganisationSettings(String(registration.defaultOrganisation));
    const answer = settings.ok
      ? await api.setNewPassword({ key, uid, password }, { isPosted: isPostedBy(settings.value) })
      : settings;
    setIsBusy(false);
    if (answer.ok) onComplete();
    else if (!isNetworkFailure(answer)) setFailure(answer);
  }

  // The server's answers to a reset link that is unknown, used or expired (RESET-08, A-032).
  if (failure?.errorCode === ERROR_CODES.linkInvalid || failure?.failureText === 'Not Found')
    return <BadLink>{t('resetpassword.link_too_old')}</BadLink>;
  return (
    <FormFrame
      form={form}
      labelOf={(name) => t(`newpassword.${name}`)}
      submitLabel={t('common.save')}
      busyLabel={t('resetpassword.inprogress')}
      isBusy={isBusy}
      onSend={() => void send()}
      outcome={
        failure === undefined ? undefined : (
          <Outcome type="danger" of={failure}>
            {t('resetpassword.error', { text: failureText(failure) })}
          </Outcome>
        )
      }
    >
      {/* Tells a password manager which username the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <NewPasswordFields form={form} />
    </FormFrame>
  );
}
