import { type ClientState, connectionWordOf, networkFlagsOf } from '@samtal/call-core';
import { useTranslation } from 'react-i18next';
import { useClient, useIntents } from '../client/use-client.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';

const sipErrorOf = (state: ClientState) => networkFlagsOf(state).sipError;

/** How the way to the server stands, when there is something to say (NAV-13, -14, -15), and why not (ERR-07). */
export function NetworkBanner() {
  const word = useClient(connectionWordOf);
  // Always there, so that assistive technology watches it.
  return <div aria-live="polite">{word === 'online' ? undefined : <NetworkWords word={word} />}</div>;
}

type Trouble = Exclude<ReturnType<typeof connectionWordOf>, 'online'>;

function NetworkWords({ word }: { readonly word: Trouble }) {
  const { t } = useTranslation();
  const intents = useIntents();
  const sipError = useClient(sipErrorOf);
  const reason = sipError && ` ${t('network.sip_error', { reason: sipError })}`;
  switch (word) {
    case 'offline':
      return <Banner type="danger">{t('network.offline')}</Banner>;
    case 'establishing':
      return (
        <Banner type="info" showSpinner>
          {t('network.establishing')}
          {reason}
        </Banner>
      );
    case 'reconnecting':
      return (
        <Banner type="info" showSpinner>
          {t('network.reconnecting')}
          {reason}
        </Banner>
      );
    case 'failed':
      return (
        <Banner
          type="danger"
          action={<Button onPress={() => intents.reconnect()}>{t('network.retry')}</Button>}
        >
          {t('network.failed')}
          {reason}
        </Banner>
      );
  }
}
