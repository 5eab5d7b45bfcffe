import type { CallClient } from '@samtal/call-core';
import { needsCallScreen } from './needs-call-screen.ts';

type Following = Pick<CallClient, 'getState' | 'subscribe'>;

/**
 * Lets a call that is on end first, and what its last screen says be read (decision D40); without one `run` is run at
 * once.
 * @param client undefined as long as nobody can be called
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
