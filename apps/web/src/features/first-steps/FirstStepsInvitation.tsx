import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import styles from './FirstSteps.module.css';
import { endStart, isStartOver } from './first-steps.ts';

/**
 * Offers the first steps above the dial page until they were finished or skipped on this device. It asks and
 * covers nothing: who wants to call can call at once (decision D71).
 */
export function FirstStepsInvitation() {
  const { t } = useTranslation();
  const { localStore } = useAppServices();
  const [, navigate] = useLocation();
  const [isOver, setIsOver] = useState(() => isStartOver(localStore));
  if (isOver) return undefined;

  function skip(): void {
    endStart(localStore);
    setIsOver(true);
  }

  return (
    <aside className={styles.invitation} aria-label={t('firststeps.title')}>
      <p>{t('firststeps.invitation')}</p>
      <div className={styles.actions}>
        <Button kind="primary" onPress={() => navigate('/start')}>
          {t('firststeps.begin')}
        </Button>
        <Button kind="quiet" onPress={skip}>
          {t('firststeps.skip')}
        </Button>
      </div>
    </aside>
  );
}
