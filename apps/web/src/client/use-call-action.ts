import { type CallBlock, callBlockedBy } from '@samtal/call-core';
import { useCallback } from 'react';
import { useClient, useIntents } from './use-client.ts';

export type CallAction = {
  /** Undefined = nobody can be called now. */
  readonly onCall: ((address: string) => void) | undefined;
  /** Why not. */
  readonly blockedBy: CallBlock | undefined;
};

/**
 * Calls somebody from a list.
 * @param address whom, where there is one action for each: some can be called when others cannot
 */
export function useCallAction(address?: string): CallAction {
  const intents = useIntents();
  const blockedBy = useClient(useCallback((state) => callBlockedBy(state, address), [address]));
  const call = useCallback((address: string) => intents.call(address), [intents]);
  return { blockedBy, onCall: blockedBy === undefined ? call : undefined };
}
