import type { SystemNotifications } from '../../client/ports/attention.ts';
import type { KeyValueStore } from '../../client/store/key-value-store.ts';
import type { Store } from '../../client/store/store.ts';

const key = 'notificationsAsked';

/** As much of the session as the question depends on. */
export type AskingSession =
  | { readonly phase: 'signedOut' | 'signingIn' | 'signingOut' }
  | { readonly phase: 'signedIn'; readonly features: { readonly notifications: boolean } };

/**
 * After the login, and once until the logout, a person whose organisation has notifications is asked whether they
 * want them. What they said is the browser's to remember.
 * @param tabStore remembers the question over a reload
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
