import { ERROR_CODES, firstSipAddress, PROPERTY_KEYS, valueOf } from '@samtal/api-contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useAccounts } from '../../../client/accounts.ts';
import { useAppServices } from '../../../client/app-services.ts';
import { localTextOf } from '../../../client/local-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import styles from '../form/AccountCard.module.css';
import { Outcome } from '../form/Outcome.tsx';
import { PageHeading } from '../form/PageHeading.tsx';

export type VerificationPageProps = { readonly userId: string; readonly verificationKey: string };

type Verification =
  | { readonly phase: 'inProgress' }
  | { readonly phase: 'verified'; readonly sip: string; readonly needsApproval: boolean }
  | { readonly phase: 'expired' }
  /** `canRetry`: the link may be good, but nobody could say. */
  | { readonly phase: 'refused'; readonly canRetry: boolean };

/** What the link in the mail of a registration opens (ROUTE-16). */
export default function VerificationPage({ userId, verificationKey }: VerificationPageProps) {
  const { api } = useAccounts();
  const [state, setState] = useState<Verification>({ phase: 'inProgress' });
  const [round, setRound] = useState(0);

  // oxlint-disable-next-line react-hooks/exhaustive-deps -- each round asks again.
  useEffect(() => {
    let isWanted = true;
    const verify = async (): Promise<void> => {
      const answer = await api.verify(userId, verificationKey);
      if (!isWanted) return;
      if (answer.ok) {
        const { properties, needsApproval } = answer.value;
        const sip = firstSipAddress(valueOf(properties, PROPERTY_KEYS.sipAddress) ?? '');
        setState({ phase: 'verified', sip, needsApproval });
      } else if (answer.errorCode === ERROR_CODES.linkExpired) setState({ phase: 'expired' });
      else setState({ phase: 'refused', canRetry: answer.errorCode !== ERROR_CODES.linkInvalid });
    };
    void verify();
    return () => {
      isWanted = false;
    };
  }, [api, userId, verificationKey, round]);

  return (
    <Card className={styles.card}>
      <VerificationContent
        state={state}
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
  onRetry,
}: {
  readonly state: Verification;
  readonly onRetry: () => void;
}) {
  const { t, i18n } = useTranslation();
  const { verifyBody, verifyLink, enabled } = useAppServices().brand.registration;
  switch (state.phase) {
    case 'inProgress':
      return (
        <>
          <PageHeading>{t('title.registration')}</PageHeading>
          <Spinner label={t('verifyaccount.inprogress')} />
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
    case 'expired':
    case 'refused':
      return (
        <>
          <PageHeading>{t('title.registration')}</PageHeading>
          <Outcome type="danger">
            {state.phase === 'expired' ? t('verifyaccount.error.expired') : t('verifyaccount.error.generic')}
          </Outcome>
          {state.phase === 'refused' && state.canRetry ? (
            <Button onPress={onRetry}>{t('network.retry')}</Button>
          ) : undefined}
          {enabled ? <Link href="/registration">{t('login.register')}</Link> : undefined}
        </>
      );
  }
}
