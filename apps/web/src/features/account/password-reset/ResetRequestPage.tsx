import { ERROR_CODES, resetIdentifierOf } from '@samtal/api-contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccounts } from '../../../client/hooks/accounts.ts';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import { useCaptcha } from '../../../client/hooks/use-captcha.ts';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { Alert } from '../../../ui/notices/Alert.tsx';
import { Card } from '../../../ui/page/Card.tsx';
import styles from '../form/AccountCard.module.css';
import { CaptchaCheck } from '../form/CaptchaCheck.tsx';
import { FormFrame } from '../form/FormFrame.tsx';
import { failureText, isNetworkFailure } from '../form/failure-text.ts';
import { Outcome } from '../form/Outcome.tsx';
import { PageHeading } from '../form/PageHeading.tsx';
import { useAccountForm } from '../form/use-account-form.ts';

/** Page on which a user who forgot the password asks for a mail with a reset link (ROUTE-17, RESET-01). */
export default function ResetRequestPage() {
  const { t } = useTranslation();
  const { resetPassword } = useAppServices().brand;
  const [isComplete, setIsComplete] = useState(false);
  return (
    <Card className={styles.card}>
      <PageHeading>{t('title.resetpassword')}</PageHeading>
      {!resetPassword.enabled ? (
        <Alert type="info">{t('resetpassword.not_enabled')}</Alert>
      ) : isComplete ? (
        <Outcome type="success">{t('resetpassword.complete')}</Outcome>
      ) : (
        <ResetRequestForm onComplete={() => setIsComplete(true)} />
      )}
    </Card>
  );
}

function ResetRequestForm({ onComplete }: { readonly onComplete: () => void }) {
  const { t, i18n } = useTranslation();
  const { registration } = useAppServices().brand;
  const { api } = useAccounts();
  const captcha = useCaptcha();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<{ readonly text: string }>();
  const form = useAccountForm({
    names: ['identifier'],
    initial: { identifier: '' },
    check({ identifier }) {
      if (identifier.trim() === '') return { identifier: t('common.required') };
      return resetIdentifierOf(identifier, registration) === undefined
        ? { identifier: t('common.invalid_characters') }
        : {};
    },
  });

  async function send(): Promise<void> {
    const identifier = resetIdentifierOf(form.values.identifier, registration);
    if (identifier === undefined) return;
    setIsBusy(true);
    const answer = await api.requestPasswordReset({
      identifier,
      organisationId: String(registration.defaultOrganisation),
      language: i18n.language,
      captcha: captcha.answer,
    });
    setIsBusy(false);
    if (answer.ok) return onComplete();
    // A captcha answer is valid only once, so the next attempt needs a new one (RESET-03).
    captcha.reset();
    if (isNetworkFailure(answer)) return;
    setFailure({
      text:
        answer.errorCode === ERROR_CODES.resetNotEnabled
          ? t('resetpassword.not_enabled')
          : t('resetpassword.error', { text: failureText(answer) }),
    });
  }

  return (
    <FormFrame
      form={form}
      labelOf={() => t('resetpassword.field')}
      submitLabel={t('resetpassword.submit')}
      busyLabel={t('resetpassword.inprogress')}
      isBusy={isBusy}
      isHeldUp={!captcha.isValid}
      onSend={() => void send()}
      outcome={
        failure === undefined ? undefined : (
          <Outcome type="danger" of={failure}>
            {failure.text}
          </Outcome>
        )
      }
    >
      <TextField
        {...form.input('identifier')}
        label={t('resetpassword.field')}
        hint={t('resetpassword.intro')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <CaptchaCheck captcha={captcha} />
    </FormFrame>
  );
}
