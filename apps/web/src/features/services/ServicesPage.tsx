import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useCallBlockWords } from '../../client/hooks/use-call-block-words.ts';
import { usePeople } from '../../client/hooks/use-client.ts';
import { useStore } from '../../client/store/store.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { EmptyState } from '../../ui/notices/EmptyState.tsx';
import { LateSpinner } from '../../ui/notices/LateSpinner.tsx';
import { Note } from '../../ui/notices/Note.tsx';
import { PageFrame } from '../../ui/page/PageFrame.tsx';
import { ServiceButton } from './ServiceButton.tsx';
import styles from './ServicesPage.module.css';

/** The organisation's service numbers, each called with one press (ROUTE-01, SERVICE-03). */
export default function ServicesPage() {
  const { t } = useTranslation();
  const people = usePeople();
  const services = useStore(people.services);
  const blockWords = useCallBlockWords();
  useEffect(() => void people.loadServices(), [people]);
  return (
    <PageFrame title={t('menu.services')}>
      <Note>{blockWords}</Note>
      {services.phase === 'loading' ? <LateSpinner label={t('common.loading')} /> : undefined}
      {services.phase === 'failed' ? (
        <EmptyState
          icon="warning"
          title={t('services.notloaded')}
          actions={<Button onPress={() => void people.loadServices()}>{t('network.retry')}</Button>}
        />
      ) : undefined}
      {services.phase === 'ready' && services.value.length === 0 ? (
        <EmptyState icon="services" title={t('services.none')}>
          {t('services.none_hint')}
        </EmptyState>
      ) : undefined}
      {services.phase === 'ready' && services.value.length > 0 ? (
        <>
          <p className={styles.hint}>{t('services.press')}</p>
          <ul className={styles.services}>
            {services.value.map((service) => (
              <li key={service.id}>
                <ServiceButton {...service} />
              </li>
            ))}
          </ul>
        </>
      ) : undefined}
    </PageFrame>
  );
}
