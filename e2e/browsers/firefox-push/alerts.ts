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

type Listener = { observe(subject: unknown, topic: string, cookie: string): void };
/** `nsIAlertNotification`: a notification on its way to the screen. */
type Alert = {
  readonly title: string;
  readonly cookie: string;
  /** Its buttons. */
  readonly actions: readonly { readonly action: string; readonly title: string }[];
};
type AlertsService = {
  showAlert(alert: Alert, listener: Listener): void;
  closeAlert(name: string, isContextClosed: boolean): void;
};

/** What Firefox's own code has, and pages have not. */
type Firefox = {
  readonly wm: { getEnumerator(kind: 'alert:alert'): Iterable<AlertWindow> };
  readonly ww: {
    registerNotification(observer: WindowObserver): void;
    unregisterNotification(observer: WindowObserver): void;
  };
};

declare const Services: Firefox & { readonly uuid: { generateUUID(): unknown } };
declare const Ci: Readonly<Record<string, unknown>>;
declare const Cc: Readonly<Record<string, { getService(kind: unknown): AlertsService }>>;
declare const ChromeUtils: { generateQI(names: readonly string[]): (kind: unknown) => unknown };
declare const Components: {
  readonly manager: {
    QueryInterface(kind: unknown): {
      registerFactory(id: unknown, name: string, contract: string, factory: object): void;
    };
  };
};

type Keeper = { kept?: Map<string, { readonly alert: Alert; readonly listener: Listener }> };

export type ShownAlert = {
  readonly title: string;
  readonly body: string;
  /** When Firefox has shown it, in milliseconds since the epoch. */
  readonly at: number;
};

/** Resolves when a notification with this title is shown; rejects if none is in 20 s. */
export function untilAlert(wanted: string): Promise<ShownAlert> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      Services.ww.unregisterNotification(observer);
      reject(new Error(`no notification ${wanted}`));
    }, 20_000);
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
        clearTimeout(timer);
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

/**
 * Puts itself between Firefox and its drawing of notifications, so that `pressButton` can press buttons, which
 * Firefox itself does not draw, unlike a desktop.
 */
export function keepButtons(): void {
  const contract = '@mozilla.org/alerts-service;1';
  const drawing = Cc[contract]?.getService(Ci['nsIAlertsService']);
  const kept: Required<Keeper>['kept'] = new Map();
  const service = {
    QueryInterface: ChromeUtils.generateQI(['nsIAlertsService']),
    showAlert(alert: Alert, listener: Listener) {
      kept.set(alert.title, { alert, listener });
      drawing?.showAlert(alert, listener);
    },
    closeAlert: (name: string, isContextClosed: boolean) => drawing?.closeAlert(name, isContextClosed),
  };
  const factory = {
    QueryInterface: ChromeUtils.generateQI(['nsIFactory']),
    createInstance: (kind: unknown) => service.QueryInterface(kind),
  };
  Components.manager
    .QueryInterface(Ci['nsIComponentRegistrar'])
    .registerFactory(Services.uuid.generateUUID(), '', contract, factory);
  (globalThis as Keeper).kept = kept;
}

/** Tells Firefox what a desktop tells it when the user presses a button of a notification. */
export function pressButton([title, button]: readonly [title: string, button: string]): void {
  const found = (globalThis as Keeper).kept?.get(title);
  const action = found?.alert.actions.find((each) => each.title === button);
  if (found === undefined || action === undefined) throw new Error(`no button ${button} at ${title}`);
  found.listener.observe(action, 'alertclickcallback', found.alert.cookie);
}
