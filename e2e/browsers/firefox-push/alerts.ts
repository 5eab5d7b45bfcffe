/**
 * The notifications that Firefox draws by itself, each in a small window; these functions run in Firefox
 * itself (`inFirefox`).
 */

type AlertWindow = Window & {
  /** Firefox has shown the notification. */
  readonly gIsActive: boolean;
  /** A newer notification with the same tag is shown instead. */
  readonly gIsReplaced: boolean;
  /** Handles an event of the mouse as one that comes from the screen. */
  synthesizeMouseEvent(type: string, x: number, y: number, mouse: object, options: object): void;
};

type WindowObserver = { observe(opened: Window, topic: string): void };

/** What Firefox's own code has, and pages have not. */
type Firefox = {
  readonly wm: { getEnumerator(kind: 'alert:alert'): Iterable<AlertWindow> };
  readonly ww: {
    registerNotification(observer: WindowObserver): void;
    unregisterNotification(observer: WindowObserver): void;
  };
};

declare const Services: Firefox;

export type ShownAlert = {
  readonly title: string;
  readonly body: string;
  /** When Firefox has shown it, in milliseconds since the epoch. */
  readonly at: number;
};

/** Resolves when a notification with this title is shown. */
export function untilAlert(wanted: string): Promise<ShownAlert> {
  return new Promise((resolve) => {
    const textOf = ({ document }: Window, id: string): string => {
      const label = document.getElementById(id);
      return label?.getAttribute('value') ?? label?.textContent ?? '';
    };
    const observer: WindowObserver = {
      observe(opened, topic) {
        if (topic === 'domwindowopened') opened.addEventListener('AlertActive', look, { once: true });
      },
    };
    function look(): void {
      for (const shown of Services.wm.getEnumerator('alert:alert')) {
        const title = textOf(shown, 'alertTitleLabel');
        if (!shown.gIsActive || shown.gIsReplaced || title !== wanted) continue;
        Services.ww.unregisterNotification(observer);
        resolve({ title, body: textOf(shown, 'alertTextLabel'), at: Date.now() });
        return;
      }
    }
    Services.ww.registerNotification(observer);
    look();
  });
}

/** The titles of all notifications that are shown. */
export const listAlerts = (): string[] =>
  [...Services.wm.getEnumerator('alert:alert')]
    .filter(({ gIsActive, gIsReplaced, closed }) => gIsActive && !gIsReplaced && !closed)
    .map(({ document }) => document.getElementById('alertTitleLabel')?.getAttribute('value') ?? '');

/** Clicks with the mouse on an element of the notification with this title. */
export function clickAlert([wanted, id]: readonly [title: string, id: string]): void {
  for (const shown of Services.wm.getEnumerator('alert:alert')) {
    const title = shown.document.getElementById('alertTitleLabel')?.getAttribute('value');
    const element = shown.document.getElementById(id);
    if (title !== wanted || shown.gIsReplaced || element === null) continue;
    const { x, y, width, height } = element.getBoundingClientRect();
    for (const [type, buttons] of [
      ['mousemove', 0],
      ['mousedown', 1],
      ['mouseup', 0],
    ] as const)
      shown.synthesizeMouseEvent(
        type,
        x + width / 2,
        y + height / 2,
        { button: 0, buttons, clickCount: type === 'mousemove' ? 0 : 1 },
        {},
      );
    return;
  }
  throw new Error(`no notification with the title ${wanted}`);
}
