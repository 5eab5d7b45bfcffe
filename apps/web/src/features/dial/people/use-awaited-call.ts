import {
  type CallBlock,
  type ClientState,
  callBlockedBy,
  connectionNameOf,
  type MediaKinds,
} from '@samtal/call-core';
import { use, useCallback, useEffect, useState } from 'react';
import { ClientContext, useClientState, useIntents } from '../../../client/hooks/use-client.ts';

/** A call that waits for the connection to the server. */
export type AwaitedCall = {
  readonly name: string;
  readonly address: string;
  /** What the call is made of; undefined = as the settings say. */
  readonly media?: MediaKinds | undefined;
};

/** After this time the user no longer expects that a call starts by itself. */
const longestWaitMs = 20_000;

/** Whether the connection may soon be there; directly after the login it has not even begun. */
const isConnecting = (state: ClientState): boolean =>
  state.connection.phase === 'stopped' || ['establishing', 'reconnecting'].includes(connectionNameOf(state));

type RefusedCall = { readonly address: string; readonly why: CallBlock };

export type AwaitedCalls = {
  /**
   * Calls now, or as soon as the connection is ready; if neither is possible, `refusals` grows.
   * @returns whether the call has started
   */
  readonly call: (wanted: AwaitedCall) => boolean;
  readonly awaited: AwaitedCall | undefined;
  readonly giveUp: () => void;
  /** How many calls were not possible; the reason is shown. */
  readonly refusals: number;
  /** The last call, if it was not possible. */
  readonly refused: RefusedCall | undefined;
};

const withMedia = (media: MediaKinds | undefined) => (media === undefined ? undefined : { media });

/** Calls that are asked for before the connection is ready are not lost (decision D53, amends DIAL-12). */
export function useAwaitedCalls(): AwaitedCalls {
  const intents = useIntents();
  const getState = useClientState();
  const [awaited, setAwaited] = useState<AwaitedCall>();
  const [refusals, setRefusals] = useState(0);
  const [refused, setRefused] = useState<RefusedCall>();
  const client = use(ClientContext)?.client;
  const giveUp = useCallback(() => {
    setAwaited(undefined);
    setRefused(undefined);
  }, []);
  const refuse = useCallback((address: string, why: CallBlock) => {
    setAwaited(undefined);
    setRefused({ address, why });
    setRefusals((before) => before + 1);
  }, []);

  useEffect(() => {
    if (awaited === undefined || client === undefined) return undefined;
    const { address, media } = awaited;
    let isDecided = false;
    const decide = (): void => {
      const state = client.getState();
      const why = callBlockedBy(state, address, media);
      if (isDecided || (why === 'offline' && isConnecting(state))) return;
      isDecided = true;
      if (why !== undefined) return refuse(address, why);
      setAwaited(undefined);
      client.intents.call(address, withMedia(media));
    };
    const stop = client.subscribe(decide);
    // The state may have changed before this effect.
    const first = setTimeout(decide, 0);
    const last = setTimeout(() => refuse(address, 'offline'), longestWaitMs);
    return () => {
      stop();
      clearTimeout(first);
      clearTimeout(last);
    };
  }, [awaited, client, refuse]);
  // This cleanup also runs when a call hides this page.
  useEffect(() => giveUp, [giveUp]);

  const call = useCallback(
    (wanted: AwaitedCall): boolean => {
      const state = getState();
      const why = callBlockedBy(state, wanted.address, wanted.media);
      if (why === undefined) intents.call(wanted.address, withMedia(wanted.media));
      else if (why === 'offline' && isConnecting(state)) setAwaited(wanted);
      else refuse(wanted.address, why);
      return why === undefined;
    },
    [getState, intents, refuse],
  );
  return { call, awaited, giveUp, refusals, refused };
}
