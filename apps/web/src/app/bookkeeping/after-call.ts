import type { CallClient } from '@samtal/call-core';
import { needsCallScreen } from './needs-call-screen.ts';

type Following = Pick<CallClient, 'getState' | 'subscribe'>;

/**
 * Returns a function that runs `run`: without a call immediately, else after the call has ended and its last
 * screen could be read (decision D40).
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
