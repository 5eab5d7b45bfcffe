import type { ClientState } from '@samtal/call-core';
import { useTranslation } from 'react-i18next';
import { useIntents } from '../../../client/hooks/use-client.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { useFocusReturn } from '../../../ui/dialogs/use-focus-return.ts';
import { Alert } from '../../../ui/notices/Alert.tsx';
import { SpokenWords } from '../../../ui/notices/SpokenWords.tsx';
import styles from './AddedMedium.module.css';

export type AddedMediumProps = {
  /** Name of the remote user. */
  readonly name: string;
  readonly added: NonNullable<ClientState['addition']['added']>;
};

/**
 * Tells that the remote user has turned on camera or microphone during the call, and asks whether to turn on
 * the user's own (decision D33).
 */
export function AddedMedium({ name, added }: AddedMediumProps) {
  const { t } = useTranslation();
  const intents = useIntents();
  const focusReturn = useFocusReturn();
  const { kind, isAsked } = added;
  return (
    <div {...focusReturn}>
      <Alert
        type="info"
        isInLiveRegion
        dismissLabel={t('error.dismiss')}
        onDismiss={isAsked ? undefined : () => intents.dismissAdded()}
      >
        <SpokenWords>
          <p dir="auto">
            {t(`call.added.${kind}`, { name })} {isAsked ? t('call.added.ask') : undefined}
          </p>
        </SpokenWords>
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
