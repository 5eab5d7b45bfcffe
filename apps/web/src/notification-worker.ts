/** Composition root of the service worker, built by itself into `notification-worker.js`. */
import { serveApp } from './platform/app-worker/serve-app.ts';
import type { WorkerFiles } from './platform/app-worker/worker-files.ts';
import { serve } from './platform/notification-worker/serve.ts';
import type { WorkerScope } from './platform/notification-worker/worker-scope.ts';
import { createPushNotes } from './platform/web-push/push-notes.ts';

/** The build writes the list. */
declare const __WORKER_FILES__: WorkerFiles;

const scope = globalThis as unknown as WorkerScope;
const app = serveApp(scope, __WORKER_FILES__);
serve(scope, createPushNotes(globalThis), async () => {
  // The next page that is opened shows the number instead.
  if (await app.isKept()) await scope.navigator?.setAppBadge?.().catch(() => undefined);
});
