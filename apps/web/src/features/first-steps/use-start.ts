import type { ClientState } from '@samtal/call-core';
import { useEffect, useState } from 'react';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { useClient } from '../../client/hooks/use-client.ts';
import { useStore } from '../../client/store/store.ts';
import { endStart, isStartOver, START_OVER } from './first-steps.ts';

export type Start = { readonly isOver: boolean; readonly end: () => void };

/** Whether the start is over for this account, and a function that ends it on all devices (decision D71). */
export function useStart(): Start {
  const { session, tabStore } = useAppServices();
  const state = useStore(session.state);
  const [hasEnded, setHasEnded] = useState(false);
  return {
    isOver: hasEnded || isStartOver(state.phase === 'signedIn' ? state.settings : {}, tabStore),
    end() {
      endStart(tabStore);
      setHasEnded(true);
      void session.saveSettings([START_OVER]);
    },
  };
}

/** Whether the two users of the last call have been connected. */
const hasTalkedIn = ({ call }: ClientState): boolean =>
  call.phase === 'completed' && (call.outcome === 'terminatedLocal' || call.outcome === 'terminatedRemote');

/** The same; the first call ends the start, because its user is not new any more. */
export function useStartUntilCall(isOffered: boolean): Start {
  const { isOver, end } = useStart();
  const hasTalked = useClient(hasTalkedIn);
  const isEndDue = isOffered && hasTalked && !isOver;
  useEffect(() => {
    if (isEndDue) end();
  });
  return { isOver: isOver || hasTalked, end };
}
