import type { Features } from '@samtal/api-contract';
import { type ClientState, callStateFields, networkFlagsOf } from '@samtal/call-core';
import { useTranslation } from 'react-i18next';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { useClient, useKnownNames } from '../../client/hooks/use-client.ts';
import { withKnownName } from '../../client/people/known-names.ts';
import { nameOf } from '../../client/people/remote-user-name.ts';
import { logLevels, useLogStore } from '../../client/store/log-store.ts';
import { useStore } from '../../client/store/store.ts';
import { connectionFields } from './connection-fields.ts';
import { LogScreen } from './LogScreen.tsx';
import { type LogTab, tabsFor } from './log-tabs.ts';
import { reportOf } from './report.ts';

const wholeState = (state: ClientState) => state;

/** The debug view; empty when no debug flag is on (ROUTE-08, LOG-01). */
export default function LogPage({ features }: { readonly features: Features }) {
  const { t } = useTranslation();
  const { version } = useAppServices();
  const log = useLogStore();
  const entries = useStore(log.entries);
  const isDebugMode = useStore(log.isDebugMode);
  const state = useClient(wholeState);
  const knownNames = useKnownNames();
  const tabs = tabsFor(features);
  if (tabs.length === 0) return undefined;
  const names: Readonly<Record<LogTab, string>> = {
    console: t('log.console'),
    log: t('log.log'),
    debug: t('log.debug'),
  };
  const call = callStateFields(state, (remoteUser) => nameOf(withKnownName(remoteUser, knownNames)));
  const connection = connectionFields(state, networkFlagsOf(state));
  return (
    <LogScreen
      tabs={tabs.map((id) => ({ id, name: names[id] }))}
      entries={entries}
      firstLevel={isDebugMode ? logLevels.debug : logLevels.console}
      call={call}
      connection={connection}
      makeReport={() =>
        reportOf({ version, userAgent: navigator.userAgent, at: Date.now(), entries, call, connection })
      }
    />
  );
}
