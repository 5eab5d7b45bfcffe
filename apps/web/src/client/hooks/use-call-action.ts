import {
  type CallBlock,
  type ClientState,
  callBlockedBy,
  canCallWithText,
  connectionNameOf,
  TEXT_ALONE,
} from '@samtal/call-core';
import { useCallback } from 'react';
import { useClient, useClientState, useIntents } from './use-client.ts';

/**
 * Whether the page makes its first connection, which directly after the login has not even begun. It says so
 * itself (NAV-13); that no call can be made meanwhile needs no words until the user tries.
 */
export const isFirstConnecting = (state: ClientState): boolean =>
  state.connection.phase === 'stopped' || connectionNameOf(state) === 'establishing';

/**
 * Why no call can be started now; undefined = a call is possible.
 * @param address the address to call, if it is known: an emergency call needs no camera or microphone
 */
export const useCallBlock = (address?: string): CallBlock | undefined =>
  useClient(useCallback((state) => callBlockedBy(state, address), [address]));

/** Returns a function that calls `address`; undefined if `address` is undefined or cannot be called now. */
export function useCallAction(address: string | undefined): (() => void) | undefined {
  const intents = useIntents();
  const isBlocked = useCallBlock(address) !== undefined;
  return address === undefined || isBlocked ? undefined : () => intents.call(address);
}

/**
 * Returns a function that calls `address` with text alone, which needs no camera and no microphone (decisions
 * D32, D33); undefined if `address` is undefined or cannot be called so now.
 */
export function useTextCall(address: string | undefined): (() => void) | undefined {
  const intents = useIntents();
  const isPossible = useClient(
    useCallback((state) => address !== undefined && canCallWithText(state, address), [address]),
  );
  return isPossible && address !== undefined ? () => intents.call(address, { media: TEXT_ALONE }) : undefined;
}

/**
 * Returns a function that calls the address it is given; it does nothing if that address cannot be called
 * now.
 */
export function useCallAny(): (address: string) => void {
  const intents = useIntents();
  const getState = useClientState();
  return (address) => {
    if (callBlockedBy(getState(), address) === undefined) intents.call(address);
  };
}
