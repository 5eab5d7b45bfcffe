import type { SessionState } from '../session/session.ts';
import type { SignedIn } from '../session/signed-in.ts';
import type { Store } from '../store/store.ts';

/**
 * Looks for the address of this browser in its own network whenever somebody has signed in: a logout forgets it.
 * Nothing waits for it; it is wanted with the first INVITE, and `onFound` may come after the line is open.
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
    // The person may have gone meanwhile, or chosen other settings.
    const now = session.get();
    if (address !== undefined && now.phase === 'signedIn') onFound(now, address);
  };
  session.subscribe(() => void seek());
  void seek();
}
