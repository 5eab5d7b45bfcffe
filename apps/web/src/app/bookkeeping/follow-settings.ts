import type { CallClient } from '@samtal/call-core';
import type { Session } from '../../client/session/session.ts';
import { needsCallScreen } from './needs-call-screen.ts';

/**
 * Returns a function to call when the settings were changed on another device or in another tab (SET-27). It
 * applies them immediately, or after the current call.
 */
export function followSettings(
  client: Pick<CallClient, 'getState' | 'subscribe'>,
  session: Pick<Session, 'reloadSettings'>,
): () => void {
  let isDue = false;
  const applyWhenFree = (): void => {
    if (!isDue || needsCallScreen(client.getState())) return;
    isDue = false;
    void session.reloadSettings();
  };
  client.subscribe(applyWhenFree);
  return () => {
    isDue = true;
    applyWhenFree();
  };
}
