/** What the service worker and the pages say to each other; `platform/` sends it. */

/** To the pages. */
export type WorkerMessage =
  /** The user clicked a notification that a page has shown. */
  | { readonly type: 'notificationClicked'; readonly tag: string }
  /** A note in `PushNotes` has changed. */
  | { readonly type: 'noteChanged' }
  /** The push service has replaced or ended the subscription. */
  | { readonly type: 'subscriptionChanged' }
  /** Asks whether this page rings for the call; the answer, a boolean, comes by the port of the message. */
  | { readonly type: 'isRinging'; readonly id: string };

/** To the service worker. The answer, a boolean, comes by the port of the message. */
export type AppMessage =
  /** Keep the offline page in this language and, unless the user saves data, the files of the app. */
  | { readonly type: 'keepApp'; readonly language: string; readonly isThrifty: boolean }
  | { readonly type: 'dropApp' }
  /** Asks whether the worker is of the build whose first script is `main`. */
  | { readonly type: 'isOfBuild'; readonly main: string };

/** The tag of all notifications about a call; `id` = `historyIdOf('incoming', …)` of its Call-ID. */
export const callTag = (id: string): string => `call-${id}`;
