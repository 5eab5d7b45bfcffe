import { useCallback } from 'react';
import type { BaseLocationHook } from 'wouter';
import { createStore, type Store } from '../client/store.ts';
import type { Unsaved } from '../client/unsaved.ts';

type Location = [path: string, navigate: (to: string, options?: object) => void];

type Held = {
  /** What is chosen in the settings, or typed in a form of this page. */
  readonly loss: 'settings' | 'form';
  readonly go: () => void;
};

export type LeaveGuard = {
  /** For the router: where the page is, and a way on that may be held up. */
  readonly useLocation: () => Location;
  /** Where somebody wants to go, and what would be lost; waits for an answer. */
  readonly held: Store<Held | undefined>;
  readonly answer: (mayGo: boolean) => void;
};

const isSettings = (path: string): boolean => path === '/settings' || path.startsWith('/settings/');

/**
 * Asks before a page is left while something on it is not saved; the settings are one page.
 * @param useBase where the page is, without questions
 */
export function createLeaveGuard(
  useBase: BaseLocationHook,
  unsaved: { readonly hasSettings: () => boolean; readonly form: () => Unsaved },
): LeaveGuard {
  const held = createStore<Held | undefined>(undefined);
  return {
    held,
    answer(mayGo) {
      const asked = held.get();
      held.set(undefined);
      if (mayGo) asked?.go();
    },
    useLocation() {
      const [path, navigate] = useBase();
      const guarded = useCallback(
        (to: string, options?: object) => {
          const go = (): void => navigate(to, options);
          const discard = unsaved.form();
          if (discard !== undefined)
            held.set({
              loss: 'form',
              go() {
                discard();
                go();
              },
            });
          else if (isSettings(path) && !isSettings(to) && unsaved.hasSettings())
            held.set({ loss: 'settings', go });
          else go();
        },
        [path, navigate],
      );
      return [path, guarded];
    },
  };
}
