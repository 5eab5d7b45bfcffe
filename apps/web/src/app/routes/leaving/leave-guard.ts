import { useCallback } from 'react';
import type { BaseLocationHook } from 'wouter';
import { pathBelow } from '../../../client/product/base-path.ts';
import { createStore, type Store } from '../../../client/store/store.ts';

type Location = [path: string, navigate: (to: string, options?: object) => void];

export type Held = {
  /** What would be lost: unsaved settings, or what the user has typed into a form on this page. */
  readonly loss: 'settings' | 'form';
  readonly go: () => void;
};

export type LeaveGuard = {
  /** The location hook for the router. It can hold back navigation until the user has answered. */
  readonly useLocation: () => Location;
  /**
   * The navigation that is held back and what would be lost by it; undefined when there is nothing to ask.
   */
  readonly held: Store<Held | undefined>;
  readonly answer: (mayGo: boolean) => void;
  /**
   * Also holds back the browser's Back and Forward, until the returned function is called. Must be called
   * before the router adds its listeners.
   */
  readonly watchHistory: () => () => void;
};

const isSettings = (path: string): boolean => path === '/settings' || path.startsWith('/settings/');

/**
 * Asks before the user leaves a page with unsaved changes; all settings pages count as one page.
 * @param useBase the location hook that does not ask
 */
export function createLeaveGuard(
  useBase: BaseLocationHook,
  unsaved: { readonly hasSettings: () => boolean; readonly hasForm: () => boolean },
): LeaveGuard {
  const held = createStore<Held | undefined>(undefined);

  /**
   * If `go` would lose unsaved changes, holds it back until the user has answered; returns whether it is held
   * back.
   */
  function hold(from: string, to: string, go: () => void): boolean {
    if (unsaved.hasForm()) held.set({ loss: 'form', go });
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
      // The browser reports popstate after it has already changed the address.
      const holdUp = (event: PopStateEvent): void => {
        const isElsewhere = location.href !== here && !isAnswered;
        if (!isElsewhere || !hold(pathBelow(new URL(here).pathname), pathBelow(location.pathname), goOn))
          return settle();
        // The router does not receive the event, and the address is restored; from there, Back leads to the
        // requested page.
        event.stopImmediatePropagation();
        history.pushState(null, '', here);
      };
      const gone = new AbortController();
      const { signal } = gone;
      addEventListener('popstate', holdUp, { signal });
      // Browsers have no events of these names; the router dispatches them.
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
