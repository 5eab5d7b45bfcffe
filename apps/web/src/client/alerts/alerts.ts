import type { Clock } from '@samtal/call-core';
import { createStore, type Store } from '../store/store.ts';
import type { Message } from './message.ts';

/** How long a flash is shown. */
export const flashMs = 5000;

/** The longest time for which a hint is shown; long enough for slow readers too. */
export const hintMs = 20_000;

/** An alert for the user, shown outside the content of the screens (NAV-19). */
export type AlertEntry = {
  /** A stable name; several alerts can have the same (docs/requirements.md 3.3 "Alert ids"). */
  readonly id: string;
  readonly type: 'info' | 'success' | 'danger';
  readonly message: Message;
  readonly showSpinner?: boolean;
};

export type AlertOptions = {
  /** Keeps earlier alerts of the same id; without `append` the new alert replaces them. */
  readonly append?: boolean;
  /** The alert disappears after `flashMs`. */
  readonly flash?: boolean;
  /**
   * The alert is about the user's last action: it disappears when the page changes or a call comes or goes,
   * and after `hintMs` at the latest.
   */
  readonly hint?: boolean;
};

export type Alerts = {
  readonly list: Store<readonly AlertEntry[]>;
  /** @returns a function that changes the words while the alert is shown; it returns false afterwards. */
  readonly show: (alert: AlertEntry, options?: AlertOptions) => (message: Message) => boolean;
  /** Removes all alerts of this id. */
  readonly clear: (id: string) => void;
  readonly dismiss: (alert: AlertEntry) => void;
  /** Removes the hints; to be called when another page or a call is shown. */
  readonly turnPage: () => void;
};

export function createAlerts(clock: Pick<Clock, 'setTimer'>): Alerts {
  const list = createStore<readonly AlertEntry[]>([]);
  const hints = new WeakSet<AlertEntry>();
  const keep = (isKept: (alert: AlertEntry) => boolean): void => {
    const kept = list.get().filter(isKept);
    if (kept.length < list.get().length) list.set(kept);
  };
  const dismiss = (alert: AlertEntry): void => keep((other) => other !== alert);
  return {
    list,
    show(alert, { append = false, flash = false, hint = false } = {}) {
      let shown = alert;
      list.set([...list.get().filter(({ id }) => append || id !== alert.id), alert]);
      if (flash) clock.setTimer(flashMs, () => dismiss(shown));
      if (hint) {
        hints.add(alert);
        clock.setTimer(hintMs, () => dismiss(shown));
      }
      return (message) => {
        if (!list.get().includes(shown)) return false;
        const old = shown;
        const changed = { ...shown, message };
        shown = changed;
        if (hint) hints.add(changed);
        list.set(list.get().map((other) => (other === old ? changed : other)));
        return true;
      };
    },
    clear: (id) => keep((alert) => alert.id !== id),
    dismiss,
    turnPage: () => keep((alert) => !hints.has(alert)),
  };
}
