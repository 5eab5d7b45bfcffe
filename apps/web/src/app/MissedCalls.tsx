import type { ClientState } from '@samtal/call-core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppServices } from '../client/app-services.ts';
import { useClient } from '../client/use-client.ts';
import { nameOf } from '../features/call/party-name.ts';

const callOf = ({ call }: ClientState) => call;

/** Tells of each call that rang here in vain: a notification and no screen (CALLSCR-12). */
export function MissedCalls() {
  const { t } = useTranslation();
  const { notify } = useAppServices();
  const call = useClient(callOf);
  const missed = call.phase === 'ended' && call.isMissed === true ? call.call : undefined;
  useEffect(() => {
    if (missed !== undefined) notify(t('call.missed', { name: nameOf(missed.party) }));
  }, [missed, notify, t]);
  return undefined;
}
