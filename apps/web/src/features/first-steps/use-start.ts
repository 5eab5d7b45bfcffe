import { useState } from 'react';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { useStore } from '../../client/store/store.ts';
import { endStart, isStartOver, START_OVER } from './first-steps.ts';

/** Whether the start is over for this account, and a function that ends it on all devices (decision D71). */
export function useStart(): { readonly isOver: boolean; readonly end: () => void } {
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
