import { type CallClient, isFree } from '@samtal/call-core';
import { needsCallScreen } from './needs-call-screen.ts';

type Following = Pick<CallClient, 'getState' | 'subscribe'>;

/**
 * Lets a call that is on end first, and its last screen be read (decision D40); without one `run` is run at once.
 * @param client undefined as long as nobody can be called
 */
export function afterCall(client: () => Following | undefined, run: () => void): () => void {
  let isWaiting = false;
  return () => {
    const core = client();
    if (core === undefined || isFree(core.getState().call)) return isWaiting ? undefined : run();
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
