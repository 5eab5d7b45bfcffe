import type { CallClient, ClientState, Intents } from '@samtal/call-core';
import { createContext, use, useCallback, useRef, useSyncExternalStore } from 'react';
import type { MediaStage } from './ports.ts';

/** The running calling core and the stage its streams are shown on. */
export type RunningClient = { readonly client: CallClient; readonly stage: MediaStage };

export const ClientContext = createContext<RunningClient | undefined>(undefined);

/** What `selector` picks of the core's state; renders again only when that changes by `isEqual`. */
export function useClient<T>(
  selector: (state: ClientState) => T,
  isEqual: (before: T, after: T) => boolean = Object.is,
): T {
  const { client } = useRunningClient();
  const last = useRef<{ readonly value: T } | undefined>(undefined);
  const read = useCallback(() => {
    const value = selector(client.getState());
    // A snapshot that is equal must also be identical, or React would render without end.
    if (last.current === undefined || !isEqual(last.current.value, value)) last.current = { value };
    return last.current.value;
  }, [client, selector, isEqual]);
  const subscribe = useCallback((listener: () => void) => client.subscribe(listener), [client]);
  return useSyncExternalStore(subscribe, read);
}

/** What a person can ask for. The functions never change, so they are safe in dependency lists. */
export function useIntents(): Intents {
  return useRunningClient().client.intents;
}

/** Where streams are shown. */
export function useMediaStage(): MediaStage {
  return useRunningClient().stage;
}

function useRunningClient(): RunningClient {
  const running = use(ClientContext);
  if (running === undefined) throw new Error('used outside ClientProvider');
  return running;
}
