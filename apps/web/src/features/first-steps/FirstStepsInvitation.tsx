import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { Button } from '../../ui/buttons/Button.tsx';
import { Invitation } from '../../ui/notices/Invitation.tsx';
import type { Start } from './use-start.ts';

/**
 * Offers the first steps above the dial page until the user has finished or skipped them, or has made a call.
 * It asks and covers nothing: who wants to call can call without an answer (decision D71).
 */
export function FirstStepsInvitation({ start }: { readonly start: Start }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  if (start.isOver) return undefined;
  return (
    <Invitation
      label={t('firststeps.title')}
      actions={
        <>
          <Button kind="primary" onPress={() => navigate('/start')}>
            {t('firststeps.begin')}
          </Button>
          <Button kind="quiet" onPress={start.end}>
            {t('firststeps.skip')}
          </Button>
        </>
      }
    >
      {t('firststeps.invitation')}
    </Invitation>
  );
}
