import type { CallClient } from '@samtal/call-core';
import { needsCallScreen } from './needs-call-screen.ts';

type Following = Pick<CallClient, 'getState' | 'subscribe'>;

/**
 * Returns a function that calls `run`: immediately if no call is shown, else once neither the call nor its
 * last screen is shown any more (decision D40).
 * @param client returns undefined as long as no call can be made
 */
export function afterCall(client: () => Following | undefined, run: () => void): () => void {
  let isWaiting = false;
  return () => {
    const core = client();
    if (core === undefined || !needsCallScreen(core.getState())) return run();
    if (isWaiting) return;
    isWaiting = true;
    const stop = core.subscribe(() => {
      if (needsCallScreen(core.getState())) return;
      stop();
      isWaiting = false;
      run();
    });
  };
}
