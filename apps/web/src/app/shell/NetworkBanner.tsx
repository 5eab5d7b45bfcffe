import { type ClientState, connectionNameOf, networkFlagsOf } from '@samtal/call-core';
import { useTranslation } from 'react-i18next';
import { useClient, useIntents } from '../../client/hooks/use-client.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { useFocusReturn } from '../../ui/dialogs/use-focus-return.ts';
import { Banner } from '../../ui/notices/Banner.tsx';
import { Late } from '../../ui/notices/Late.tsx';

type Trouble = Exclude<ReturnType<typeof connectionNameOf>, 'online'>;

/** What is wrong with the connection; undefined if nothing is, or if the client is not started. */
export function troubleOf(state: ClientState): Trouble | undefined {
  const word = connectionNameOf(state);
  return word === 'online' || state.connection.phase === 'stopped' ? undefined : word;
}

const isCallInterrupted = ({ continuity }: ClientState) => continuity.interruption?.isConnectionLost === true;

const sipErrorOf = (state: ClientState) => networkFlagsOf(state).sipError;

/** Reports trouble with the connection to the server (NAV-13, -14, -15) and its cause (ERR-07). */
export function NetworkBanner() {
  const word = useClient(troubleOf);
  const isInCall = useClient(isCallInterrupted);
  const words = word && <NetworkWords word={word} />;
  // The header of an interrupted call says already that the client connects again.
  const isSaid = isInCall && (word === 'reconnecting' || word === 'establishing');
  return (
    <>
      {/* This live region is always in the page, so that assistive technology observes it. */}
      <div aria-live="polite">{isSaid ? undefined : words}</div>
      {isSaid && words}
    </>
  );
}

/** The delay of the banner: a connection that is established sooner does not move the page. */
const LATE_MS = 1000;

function NetworkWords({ word }: { readonly word: Trouble }) {
  const { t } = useTranslation();
  const sipError = useClient(sipErrorOf);
  const reason = sipError && ` ${t('network.sip_error', { reason: sipError })}`;
  switch (word) {
    case 'offline':
      return <Banner type="danger">{t('network.offline')}</Banner>;
    case 'establishing':
      return (
        <Late afterMs={LATE_MS}>
          <Banner type="info" showSpinner>
            {t('network.establishing')}
            {reason}
          </Banner>
        </Late>
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
        <Banner type="danger" action={<Retry />}>
          {t('network.failed')}
          {reason}
        </Banner>
      );
  }
}

function Retry() {
  const { t } = useTranslation();
  const intents = useIntents();
  return (
    <span {...useFocusReturn()}>
      <Button onPress={() => intents.reconnect()}>{t('network.retry')}</Button>
    </span>
  );
}
