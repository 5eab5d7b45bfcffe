import type { SystemNotifications } from '../../client/ports/attention.ts';
import type { KeyValueStore } from '../../client/store/key-value-store.ts';
import type { Store } from '../../client/store/store.ts';

const key = 'notificationsAsked';

/** The parts of the session that decide whether the user is asked about notifications. */
export type AskingSession =
  | { readonly phase: 'signedOut' | 'signingIn' | 'signingOut' }
  | { readonly phase: 'signedIn'; readonly features: { readonly notifications: boolean } };

/**
 * Asks for permission to show notifications, once between login and logout, if the user's organisation has
 * notifications. The browser remembers the answer.
 * @param tabStore remembers across a reload that the user has been asked
 */
export function askForNotifications(
  session: Store<AskingSession>,
  notifications: Pick<SystemNotifications, 'askOnNextGesture'>,
  tabStore: KeyValueStore,
): void {
  let giveUp: (() => void) | undefined;
  const react = (): void => {
    const state = session.get();
    if (state.phase === 'signedIn') {
      if (giveUp !== undefined || !state.features.notifications || tabStore.get(key) !== undefined) return;
      giveUp = notifications.askOnNextGesture(() => tabStore.set(key, 'true'));
    } else if (state.phase === 'signedOut') {
      giveUp?.();
      giveUp = undefined;
      tabStore.remove(key);
    }
  };
  session.subscribe(react);
  react();
}
