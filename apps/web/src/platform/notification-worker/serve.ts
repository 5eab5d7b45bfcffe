import type { PushNotes } from '../../client/ports/push-notes.ts';
import { tellPages } from './pages.ts';
import { reactToClick } from './react-to-click.ts';
import { type MarkApp, reactToPush } from './react-to-push.ts';
import type { WorkerScope } from './worker-scope.ts';

/** Shows notifications where a page may not, and calls when no page runs. */
export function serve(scope: WorkerScope, notes: PushNotes, markApp?: MarkApp): void {
  scope.addEventListener('push', (event) => event.waitUntil(reactToPush(scope, notes, event, markApp)));
  scope.addEventListener('notificationclick', (event) => event.waitUntil(reactToClick(scope, notes, event)));
  // A page subscribes again, now or when it is next opened: the worker has no session.
  scope.addEventListener('pushsubscriptionchange', (event) =>
    event.waitUntil(tellPages(scope, { type: 'subscriptionChanged' })),
  );
}
