import { useCallback } from 'react';
import type { BaseLocationHook } from 'wouter';
import { pathBelow } from '../../client/product/base-path.ts';
import { createStore, type Store } from '../../client/store/store.ts';
import type { Unsaved } from '../../client/store/unsaved.ts';

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
  /** Holds up Back and Forward of the browser as well, if called before the router; what it returns ends that. */
  readonly watchHistory: () => () => void;
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

  /** Asks before `go`, if something would be lost by it. */
  function hold(from: string, to: string, go: () => void): boolean {
    const discard = unsaved.form();
    if (discard !== undefined)
      held.set({
        loss: 'form',
        go() {
          discard();
          go();
        },
      });
    else if (isSettings(from) && !isSettings(to) && unsaved.hasSettings()) held.set({ loss: 'settings', go });
    else return false;
    return true;
  }

  return {
    held,
    answer(mayGo) {
      const asked = held.get();
      held.set(undefined);
      if (mayGo) asked?.go();
    },
    watchHistory() {
      let here = location.href;
      let isAnswered = false;
      const settle = (): void => {
        here = location.href;
        isAnswered = false;
      };
      const goOn = (): void => {
        isAnswered = true;
        history.back();
      };
      // The browser has left already when it says so.
      const holdUp = (event: PopStateEvent): void => {
        const isElsewhere = location.href !== here && !isAnswered;
        if (!isElsewhere || !hold(pathBelow(new URL(here).pathname), pathBelow(location.pathname), goOn))
          return settle();
        // The router does not hear of it, and Back leads from here to where they wanted.
        event.stopImmediatePropagation();
        history.pushState(null, '', here);
      };
      const gone = new AbortController();
      const { signal } = gone;
      addEventListener('popstate', holdUp, { signal });
      // The router tells these of its own accord.
      for (const change of ['pushState', 'replaceState']) addEventListener(change, settle, { signal });
      return () => gone.abort();
    },
    useLocation() {
      const [path, navigate] = useBase();
      const guarded = useCallback(
        (to: string, options?: object) => {
          const go = (): void => navigate(to, options);
          if (!hold(pathBelow(path), pathBelow(to), go)) go();
        },
        [path, navigate],
      );
      return [path, guarded];
    },
  };
}
