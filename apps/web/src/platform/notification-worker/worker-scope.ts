/**
 * The parts of a service worker's global scope that this worker uses. The type library of service workers
 * contradicts that of pages, with which this project is checked.
 */

export type ExtendableEvent = { readonly waitUntil: (work: Promise<unknown>) => void };

export type PushEvent = ExtendableEvent & { readonly data: { readonly text: () => string } | null };

export type ClickedNotification = Pick<Notification, 'tag' | 'data' | 'title' | 'close'> &
  Pick<WorkerNotificationOptions, 'actions'>;

export type NotificationClick = ExtendableEvent & {
  readonly notification: ClickedNotification;
  /** Name of the button; empty: the notification itself. */
  readonly action: string;
};

export type FetchEvent = ExtendableEvent & {
  readonly request: Request;
  /** What the browser has already asked the server for, while the worker started. */
  readonly preloadResponse?: Promise<unknown>;
  readonly respondWith: (answer: Promise<Response>) => void;
};

export type WorkerMessageEvent = ExtendableEvent & {
  readonly data: unknown;
  readonly ports: readonly Pick<MessagePort, 'postMessage'>[];
};

/** A page of this origin. */
export type PageClient = {
  readonly url: string;
  readonly frameType: string;
  readonly visibilityState: DocumentVisibilityState;
  readonly postMessage: (message: unknown, transfer?: readonly Transferable[]) => void;
  readonly focus: () => Promise<unknown>;
};

/** `vibrate`, `renotify` and `actions` are in the standard, but not in the type libraries. */
export type WorkerNotificationOptions = NotificationOptions & {
  readonly vibrate?: readonly number[];
  readonly renotify?: boolean;
  readonly timestamp?: number;
  readonly actions?: readonly { readonly action: string; readonly title: string }[];
};

export type WorkerEvents = {
  readonly push: PushEvent;
  readonly notificationclick: NotificationClick;
  readonly pushsubscriptionchange: ExtendableEvent;
  readonly install: ExtendableEvent;
  readonly activate: ExtendableEvent;
  readonly fetch: FetchEvent;
  readonly message: WorkerMessageEvent;
};

export type WorkerScope = {
  readonly addEventListener: <Name extends keyof WorkerEvents>(
    name: Name,
    react: (event: WorkerEvents[Name]) => void,
  ) => void;
  readonly clients: {
    readonly matchAll: (options: {
      readonly type: 'window';
      readonly includeUncontrolled: true;
    }) => Promise<readonly PageClient[]>;
    readonly openWindow: (address: string) => Promise<unknown>;
    readonly claim: () => Promise<void>;
  };
  readonly registration: {
    readonly scope: string;
    readonly showNotification: (title: string, options: WorkerNotificationOptions) => Promise<void>;
    readonly pushManager?: Pick<PushManager, 'getSubscription'>;
    readonly navigationPreload?: Pick<NavigationPreloadManager, 'enable' | 'disable'>;
  };
  /** Missing in Safari before 16.4. */
  readonly Notification?: { readonly maxActions?: number };
  readonly fetch: typeof fetch;
  readonly caches: CacheStorage;
  /** `setAppBadge` is missing where apps cannot be installed. */
  readonly navigator?: { readonly setAppBadge?: () => Promise<void> };
};
