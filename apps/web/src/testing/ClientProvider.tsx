import { type ReactNode, useMemo } from 'react';
import type { RunningClient } from '../client/calling/running-client.ts';
import { ClientContext } from '../client/hooks/use-client.ts';

export type ClientProviderProps = RunningClient & { readonly children: ReactNode };

/** Provides the parts of a running calling core to the screens inside. */
export function ClientProvider(props: ClientProviderProps) {
  const {
    client,
    stage,
    devices,
    monitor,
    peers,
    testNetwork,
    people,
    messages,
    history,
    webPush,
    installableApp,
    children,
  } = props;
  const running = useMemo(
    () => ({
      client,
      stage,
      devices,
      monitor,
      peers,
      testNetwork,
      people,
      messages,
      history,
      webPush,
      installableApp,
    }),
    [client, stage, devices, monitor, peers, testNetwork, people, messages, history, webPush, installableApp],
  );
  return <ClientContext value={running}>{children}</ClientContext>;
}
