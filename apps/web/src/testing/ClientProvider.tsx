import type { ReactNode } from 'react';
import type { RunningClient } from '../client/calling/running-client.ts';
import { ClientContext } from '../client/hooks/use-client.ts';

export type ClientProviderProps = RunningClient & { readonly children: ReactNode };

/** Provides the parts of a running calling core to the screens inside. */
export function ClientProvider({ children, ...running }: ClientProviderProps) {
  return <ClientContext value={running}>{children}</ClientContext>;
}
