import { type CallBlock, callBlockedBy } from '@samtal/call-core';
import { useCallback } from 'react';
import { useClient, useClientState, useIntents } from './use-client.ts';

/**
 * Why no call can be started now.
 * @param address the address to call, if it is known: some can be called when others cannot
 */
export const useCallBlock = (address?: string): CallBlock | undefined =>
  useClient(useCallback((state) => callBlockedBy(state, address), [address]));

/** Returns a function that calls the address; undefined = it cannot be called now, or there is none. */
export function useCallAction(address: string | undefined): (() => void) | undefined {
  const intents = useIntents();
  const isBlocked = useCallBlock(address) !== undefined;
  return address === undefined || isBlocked ? undefined : () => intents.call(address);
}

/** Returns a function that calls any address of a list; it does nothing for one that cannot be called now. */
export function useCallAny(): (address: string) => void {
  const intents = useIntents();
  const getState = useClientState();
  return (address) => {
    if (callBlockedBy(getState(), address) === undefined) intents.call(address);
  };
}
