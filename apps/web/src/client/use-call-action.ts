import { type CallBlock, callBlockedBy } from '@samtal/call-core';
import { useCallback } from 'react';
import { useClient, useIntents } from './use-client.ts';

export type CallAction = {
  /** Undefined = nobody can be called now. */
  readonly onCall: ((address: string) => void) | undefined;
  /** Why not. */
  readonly blockedBy: CallBlock | undefined;
};

/** Calls somebody from a list. */
export function useCallAction(): CallAction {
  const intents = useIntents();
  const blockedBy = useClient(callBlockedBy);
  const call = useCallback((address: string) => intents.call(address), [intents]);
  return { blockedBy, onCall: blockedBy === undefined ? call : undefined };
}
