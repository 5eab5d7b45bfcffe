/** Composition root of the service worker, built by itself into `notification-worker.js`. */
import { serveApp } from './platform/app-worker/serve-app.ts';
import { serve } from './platform/notification-worker/serve.ts';
import type { WorkerScope } from './platform/notification-worker/worker-scope.ts';
import { createPushNotes } from './platform/web-push/push-notes.ts';

const scope = globalThis as unknown as WorkerScope;
serve(scope, createPushNotes(globalThis));
serveApp(scope, __WORKER_FILES__);
