import type { ClientState } from '@samtal/call-core';
import { useTranslation } from 'react-i18next';
import { useClient, useIntents } from '../../../client/hooks/use-client.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { useFocusReturn } from '../../../ui/dialogs/use-focus-return.ts';
import { Alert } from '../../../ui/notices/Alert.tsx';
import styles from './AddedMedium.module.css';

const addedOf = ({ addition }: ClientState) => addition.added;

/**
 * Tells that the remote user has turned on camera or microphone during the call, and asks whether to turn on
 * the user's own (decision D33).
 */
export function AddedMedium({ name }: { readonly name: string }) {
  const { t } = useTranslation();
  const intents = useIntents();
  const added = useClient(addedOf);
  const focusReturn = useFocusReturn();
  if (added === undefined) return undefined;
  const { kind, isAsked } = added;
  return (
    <div {...focusReturn}>
      <Alert
        type="info"
        dismissLabel={t('error.dismiss')}
        onDismiss={isAsked ? undefined : () => intents.dismissAdded()}
      >
        <p dir="auto">
          {t(`call.added.${kind}`, { name })} {isAsked ? t('call.added.ask') : undefined}
        </p>
        {isAsked ? (
          <div className={styles.answers}>
            <Button kind="primary" onPress={() => intents.addMedium(kind)}>
              {t('call.added.yes')}
            </Button>
            <Button onPress={() => intents.dismissAdded()}>{t('call.added.notnow')}</Button>
          </div>
        ) : undefined}
      </Alert>
    </div>
  );
}
