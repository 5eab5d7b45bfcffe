import { refusedCallOf } from '@samtal/call-core';
import { useTranslation } from 'react-i18next';
import { useTextCall } from '../../client/hooks/use-call-action.ts';
import { useClient } from '../../client/hooks/use-client.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import styles from './CallWithText.module.css';

/**
 * A button that calls the same number with text alone, after a call for which the browser refused camera and
 * microphone (decisions D32, D33).
 */
export function CallWithText() {
  const { t } = useTranslation();
  const onCall = useTextCall(useClient(refusedCallOf));
  if (onCall === undefined) return undefined;
  return (
    <p className={styles.action}>
      <Button icon="text" onPress={onCall}>
        {t('call.withtext')}
      </Button>
    </p>
  );
}
