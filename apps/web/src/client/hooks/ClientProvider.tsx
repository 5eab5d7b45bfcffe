import { type ReactNode, useMemo } from 'react';
import type { RunningClient } from '../calling/running-client.ts';
import { ClientContext } from './use-client.ts';

export type ClientProviderProps = RunningClient & { readonly children: ReactNode };

/** Provides the running calling core to the screens inside. */
export function ClientProvider(props: ClientProviderProps) {
  const { client, stage, devices, monitor, peers, testNetwork, people, messages, history, children } = props;
  const running = useMemo(
    () => ({ client, stage, devices, monitor, peers, testNetwork, people, messages, history }),
    [client, stage, devices, monitor, peers, testNetwork, people, messages, history],
  );
  return <ClientContext value={running}>{children}</ClientContext>;
}
