import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localTextOf } from '../../../client/format/local-text.ts';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Alert } from '../../../ui/notices/Alert.tsx';
import { Spinner } from '../../../ui/notices/Spinner.tsx';
import { Card } from '../../../ui/page/Card.tsx';
import { PageHeading } from '../form/PageHeading.tsx';
import { useOrganisation } from '../form/use-organisation.ts';
import { type Registered, RegistrationComplete } from './RegistrationComplete.tsx';
import { RegistrationForm } from './RegistrationForm.tsx';
import styles from './RegistrationPage.module.css';

/** Page on which a user registers an account (ROUTE-15). */
export default function RegistrationPage() {
  const { t, i18n } = useTranslation();
  const { registration } = useAppServices().brand;
  const [registered, setRegistered] = useState<Registered>();
  const infoText = localTextOf(registration.infoText, i18n.language);
  return (
    <div className={styles.page}>
      <Card className={styles.card}>
        <PageHeading>{t('title.registration')}</PageHeading>
        {!registration.enabled ? (
          <Alert type="info">{t('registration.not_enabled')}</Alert>
        ) : registered === undefined ? (
          <RegistrationOfOrganisation onRegistered={setRegistered} />
        ) : (
          <RegistrationComplete registered={registered} />
        )}
      </Card>
      {registration.enabled && infoText !== '' ? (
        <aside className={styles.info}>{infoText}</aside>
      ) : undefined}
    </div>
  );
}

function RegistrationOfOrganisation({
  onRegistered,
}: {
  readonly onRegistered: (registered: Registered) => void;
}) {
  const { t } = useTranslation();
  const { registration } = useAppServices().brand;
  const [organisationId, setOrganisationId] = useState(String(registration.defaultOrganisation));
  const { rules, hasFailed, retry } = useOrganisation(organisationId);
  const again = hasFailed ? (
    <Alert type="danger">
      <p>{t('network.networkError')}</p>
      <Button onPress={retry}>{t('network.retry')}</Button>
    </Alert>
  ) : undefined;
  if (rules === undefined) return again ?? <Spinner label={t('common.loading')} />;
  return (
    <>
      {again}
      <RegistrationForm
        rules={rules}
        organisationId={organisationId}
        onOrganisationChange={setOrganisationId}
        onRegistered={onRegistered}
      />
    </>
  );
}
