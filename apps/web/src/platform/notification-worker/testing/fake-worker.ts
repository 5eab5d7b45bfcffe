import { createMemoryNotes, type MemoryNotes } from '../../../testing/memory-notes.ts';
import { serve } from '../serve.ts';
import type { PageClient, WorkerEvents, WorkerNotificationOptions, WorkerScope } from '../worker-scope.ts';

type Shown = { readonly title: string; readonly options: WorkerNotificationOptions; isOpen: boolean };

export type FakePage = PageClient & {
  /** The messages of the worker to this page. */
  readonly heard: unknown[];
};

/** The real worker with a browser around it that a test can look at. */
export type FakeWorker = {
  readonly notes: MemoryNotes;
  readonly shown: Shown[];
  /** What happened, in order: requests, focused and opened pages, the end of the subscription. */
  readonly done: string[];
  readonly handled: ReadonlySet<string>;
  /** Delivers a push; undefined = without content. */
  readonly push: (content: unknown) => Promise<void>;
  /** Clicks the open notification with this tag, or one of its buttons. */
  readonly click: (tag: string, action?: string) => Promise<void>;
};

export type WorkerConditions = {
  readonly pages?: readonly PageClient[];
  readonly maxActions?: number;
  /** The statuses of the answers to requests in their order, the last one for all later ones; 0 = none comes. */
  readonly answers?: readonly number[];
  /** Marks the icon of the app. */
  readonly markApp?: () => Promise<void>;
};

/** A page that answers the worker's question with `isRinging`; a frozen page answers nothing. */
export function createFakePage(url: string, done: string[], isRinging?: boolean): FakePage {
  const heard: unknown[] = [];
  return {
    url,
    frameType: 'top-level',
    visibilityState: 'visible',
    heard,
    postMessage(message, transfer = []) {
      heard.push(message);
      const [port] = transfer as readonly MessagePort[];
      if (isRinging !== undefined) port?.postMessage(isRinging);
    },
    focus: async () => void done.push(`focus ${url}`),
  };
}

export function createFakeWorker(
  { pages = [], maxActions = 3, answers = [200], markApp }: WorkerConditions = {},
  done: string[] = [],
): FakeWorker {
  const notes = createMemoryNotes();
  let requests = 0;
  const shown: Shown[] = [];
  const handlers = new Map<string, (event: never) => void>();
  const scope: WorkerScope = {
    addEventListener: (name, react) => void handlers.set(name, react),
    clients: {
      matchAll: async () => pages,
      openWindow: async (address) => void done.push(`open ${address}`),
      claim: async () => void done.push('claim'),
    },
    registration: {
      scope: 'https://a.example/call/',
      async showNotification(title, options) {
        for (const older of shown) if (older.options.tag === options.tag) older.isOpen = false;
        shown.push({ title, options, isOpen: true });
      },
      pushManager: {
        getSubscription: async () =>
          ({ unsubscribe: async () => void done.push('unsubscribe') }) as unknown as PushSubscription,
      },
    },
    Notification: { maxActions },
    get caches(): CacheStorage {
      throw new Error('notifications need no cache');
    },
    async fetch(...request) {
      const [address, init] = request as [string, { readonly method: string; readonly body: string }];
      done.push(`${init.method} ${address} ${init.body}`);
      const status = answers[Math.min(requests, answers.length - 1)] ?? 200;
      requests += 1;
      if (status === 0) throw new TypeError('offline');
      return new Response(null, { status });
    },
  };
  serve(scope, notes, markApp);

  async function dispatch<Name extends keyof WorkerEvents>(
    name: Name,
    event: Omit<WorkerEvents[Name], 'waitUntil'>,
  ): Promise<void> {
    let work: Promise<unknown> | undefined;
    const waitUntil = (promise: Promise<unknown>): void => {
      work = promise;
    };
    handlers.get(name)?.({ ...event, waitUntil } as never);
    await work;
  }

  return {
    notes,
    shown,
    done,
    handled: new Set(handlers.keys()),
    push: (content) => {
      const text = typeof content === 'string' ? content : JSON.stringify(content);
      return dispatch('push', { data: content === undefined ? null : { text: () => text } });
    },
    click: (tag, action = '') => {
      const clicked = shown.find(({ options, isOpen }) => options.tag === tag && isOpen);
      const notification = {
        tag,
        data: clicked?.options.data as unknown,
        title: clicked?.title ?? '',
        actions: clicked?.options.actions ?? [],
        close: () => {
          if (clicked !== undefined) clicked.isOpen = false;
        },
      };
      return dispatch('notificationclick', { notification, action });
    },
  };
}
