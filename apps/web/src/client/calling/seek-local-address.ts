import type { SessionState } from '../session/session.ts';
import type { SignedIn } from '../session/signed-in.ts';
import type { Store } from '../store/store.ts';

/**
 * Looks for this browser's address in its own network after each login, for the INVITE, and passes it
 * to `onFound`. Nothing waits for the address, so `onFound` may run after the connection is open.
 */
export function seekLocalAddress(
  session: Store<SessionState>,
  find: () => Promise<string | undefined>,
  onFound: (person: SignedIn, address: string) => void,
): void {
  let wasSignedIn = false;
  const seek = async (): Promise<void> => {
    const isNew = !wasSignedIn;
    wasSignedIn = session.get().phase === 'signedIn';
    if (!isNew || !wasSignedIn) return;
    const address = await find();
    // The user may have logged out meanwhile, or changed their settings.
    const now = session.get();
    if (address !== undefined && now.phase === 'signedIn') onFound(now, address);
  };
  session.subscribe(() => void seek());
  void seek();
}
