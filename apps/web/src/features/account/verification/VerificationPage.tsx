import { ERROR_CODES, firstSipAddress, PROPERTY_KEYS, valueOf } from '@samtal/api-contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { localTextOf } from '../../../client/format/local-text.ts';
import { useAccounts } from '../../../client/hooks/accounts.ts';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Spinner } from '../../../ui/notices/Spinner.tsx';
import { Card } from '../../../ui/page/Card.tsx';
import styles from '../form/AccountCard.module.css';
import { Outcome } from '../form/Outcome.tsx';
import { PageHeading } from '../form/PageHeading.tsx';

export type VerificationPageProps = {
  readonly userId: string;
  readonly verificationKey: string;
  /** True = the link confirms a new e-mail address, not a registration. */
  readonly isOfEmail?: boolean;
};

type Verification =
  | { readonly phase: 'inProgress' }
  | { readonly phase: 'verified'; readonly sip: string; readonly needsApproval: boolean }
  | { readonly phase: 'emailChanged'; readonly email: string }
  | { readonly phase: 'emailTaken' }
  | { readonly phase: 'expired' }
  /** `canRetry`: the server did not say that the link is invalid, so another attempt may succeed. */
  | { readonly phase: 'refused'; readonly canRetry: boolean };

/** Page that the link in a mail opens, to confirm a registration or a new e-mail address (ROUTE-16). */
export default function VerificationPage({
  userId,
  verificationKey,
  isOfEmail = false,
}: VerificationPageProps) {
  const { api } = useAccounts();
  const { session } = useAppServices();
  const [state, setState] = useState<Verification>({ phase: 'inProgress' });
  const [round, setRound] = useState(0);

  // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new `round` asks the server again.
  useEffect(() => {
    let isWanted = true;
    const verify = async (): Promise<void> => {
      const answer = await api.verify(userId, verificationKey);
      if (!isWanted) return;
      if (answer.ok) {
        const { properties, needsApproval } = answer.value;
        const sip = firstSipAddress(valueOf(properties, PROPERTY_KEYS.sipAddress) ?? '');
        const email = valueOf(properties, PROPERTY_KEYS.email);
        if (isOfEmail && email !== undefined) {
          setState({ phase: 'emailChanged', email });
          void session.reloadUser();
        } else setState({ phase: 'verified', sip, needsApproval });
      } else if (answer.errorCode === ERROR_CODES.emailExists) setState({ phase: 'emailTaken' });
      else if (answer.errorCode === ERROR_CODES.linkExpired) setState({ phase: 'expired' });
      else setState({ phase: 'refused', canRetry: answer.errorCode !== ERROR_CODES.linkInvalid });
    };
    void verify();
    return () => {
      isWanted = false;
    };
  }, [api, session, userId, verificationKey, isOfEmail, round]);

  return (
    <Card className={styles.card}>
      <VerificationContent
        state={state}
        isOfEmail={isOfEmail}
        onRetry={() => {
          setState({ phase: 'inProgress' });
          setRound(round + 1);
        }}
      />
    </Card>
  );
}

function VerificationContent({
  state,
  isOfEmail,
  onRetry,
}: {
  readonly state: Verification;
  readonly isOfEmail: boolean;
  readonly onRetry: () => void;
}) {
  const { t, i18n } = useTranslation();
  const { verifyBody, verifyLink, enabled } = useAppServices().brand.registration;
  const heading = isOfEmail ? t('title.email') : t('title.registration');
  switch (state.phase) {
    case 'inProgress':
      return (
        <>
          <PageHeading>{heading}</PageHeading>
          <Spinner label={isOfEmail ? t('verifyaccount.email.inprogress') : t('verifyaccount.inprogress')} />
        </>
      );
    case 'verified': {
      const ownBody = localTextOf(verifyBody, i18n.language).replaceAll('{sip}', state.sip);
      const body = ownBody === '' && state.sip !== '' ? t('verifyaccount.body', { sip: state.sip }) : ownBody;
      return (
        <>
          <PageHeading>{t('verifyaccount.title')}</PageHeading>
          {state.needsApproval ? (
            <p className={styles.text}>{t('registration.complete_approval')}</p>
          ) : undefined}
          {body === '' ? undefined : <p className={styles.text}>{body}</p>}
          {verifyLink === null ? undefined : (
            <a href={verifyLink.url}>{localTextOf(verifyLink.text, i18n.language) || verifyLink.url}</a>
          )}
        </>
      );
    }
    case 'emailChanged':
      return (
        <>
          <PageHeading>{t('verifyaccount.email.title')}</PageHeading>
          <p className={styles.text}>{t('verifyaccount.email.body', { email: state.email })}</p>
        </>
      );
    case 'emailTaken':
      return (
        <>
          <PageHeading>{heading}</PageHeading>
          <Outcome type="danger">{t('registration.email_exists')}</Outcome>
        </>
      );
    case 'expired':
    case 'refused':
      return (
        <>
          <PageHeading>{heading}</PageHeading>
          <Outcome type="danger">
            {isOfEmail
              ? t(`verifyaccount.email.error.${state.phase === 'expired' ? 'expired' : 'generic'}`)
              : t(`verifyaccount.error.${state.phase === 'expired' ? 'expired' : 'generic'}`)}
          </Outcome>
          {state.phase === 'refused' && state.canRetry ? (
            <Button onPress={onRetry}>{t('network.retry')}</Button>
          ) : undefined}
          {enabled && !isOfEmail ? <Link href="/registration">{t('login.register')}</Link> : undefined}
        </>
      );
  }
}
