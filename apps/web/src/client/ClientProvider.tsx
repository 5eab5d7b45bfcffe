import type { CallClient } from '@samtal/call-core';
import { type ReactNode, useMemo } from 'react';
import type { MediaStage } from './ports.ts';
import { ClientContext } from './use-client.ts';

export type ClientProviderProps = {
  readonly client: CallClient;
  readonly stage: MediaStage;
  readonly children: ReactNode;
};

/** Gives the screens inside the running calling core. */
export function ClientProvider({ client, stage, children }: ClientProviderProps) {
  const running = useMemo(() => ({ client, stage }), [client, stage]);
  return <ClientContext value={running}>{children}</ClientContext>;
}
