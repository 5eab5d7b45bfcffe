import { type ClientState, callBlockedBy } from '@samtal/call-core';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { useClient, useIntents } from '../../client/hooks/use-client.ts';
import { Button } from '../../ui/buttons/Button.tsx';

export type CallStepProps = {
  readonly onCall: () => void;
  readonly onEnd: () => void;
};

/** The last step: a call to the address of the brand that answers every call, or else the dial page. */
export function CallStep({ onCall, onEnd }: CallStepProps) {
  const { t } = useTranslation();
  const { firstCall } = useAppServices().brand;
  const intents = useIntents();
  const blockedBy = useClient(
    useCallback((state: ClientState) => callBlockedBy(state, firstCall), [firstCall]),
  );
  if (firstCall === '')
    return (
      <>
        <p>{t('firststeps.call_text')}</p>
        <Button kind="success" size="large" icon="phone" onPress={onEnd}>
          {t('firststeps.call_dial')}
        </Button>
      </>
    );
  const call = (): void => {
    onCall();
    intents.call(firstCall);
  };
  return (
    <>
      <p>{t('firststeps.echo_text')}</p>
      <Button kind="success" size="large" icon="phone" onPress={blockedBy === undefined ? call : undefined}>
        {t('firststeps.echo_call')}
      </Button>
    </>
  );
}
