import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { Button } from '../../ui/buttons/Button.tsx';
import styles from './FirstStepsInvitation.module.css';
import { useStart } from './use-start.ts';

/**
 * Offers the first steps above the dial page until the user has finished or skipped them. It asks and covers
 * nothing: who wants to call can call without an answer (decision D71).
 */
export function FirstStepsInvitation() {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const start = useStart();
  if (start.isOver) return undefined;
  return (
    <aside className={styles.invitation} aria-label={t('firststeps.title')}>
      <p>{t('firststeps.invitation')}</p>
      <Button kind="primary" onPress={() => navigate('/start')}>
        {t('firststeps.begin')}
      </Button>
      <Button kind="quiet" onPress={start.end}>
        {t('firststeps.skip')}
      </Button>
    </aside>
  );
}
