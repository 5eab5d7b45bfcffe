import { connectionWordOf } from '@samtal/call-core';
import { useTranslation } from 'react-i18next';
import { useClient, useIntents } from '../client/use-client.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';

/** How the way to the server stands, when there is something to say (NAV-13, -14, -15). */
export function NetworkBanner() {
  const word = useClient(connectionWordOf);
  // Always there, so that assistive technology watches it.
  return <div aria-live="polite">{word === 'online' ? undefined : <NetworkWords word={word} />}</div>;
}

type Trouble = Exclude<ReturnType<typeof connectionWordOf>, 'online'>;

function NetworkWords({ word }: { readonly word: Trouble }) {
  const { t } = useTranslation();
  const intents = useIntents();
  switch (word) {
    case 'offline':
      return <Banner type="danger">{t('network.offline')}</Banner>;
    case 'establishing':
      return (
        <Banner type="info" showSpinner>
          {t('network.establishing')}
        </Banner>
      );
    case 'reconnecting':
      return (
        <Banner type="info" showSpinner>
          {t('network.reconnecting')}
        </Banner>
      );
    case 'failed':
      return (
        <Banner
          type="danger"
          action={<Button onPress={() => intents.reconnect()}>{t('network.retry')}</Button>}
        >
          {t('network.failed')}
        </Banner>
      );
  }
}
