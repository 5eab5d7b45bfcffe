/** Composition root of the service worker, built by itself into `notification-worker.js`. */
import { serve } from './platform/notification-worker/serve.ts';
import type { WorkerScope } from './platform/notification-worker/worker-scope.ts';
import { createPushNotes } from './platform/web-push/push-notes.ts';

serve(globalThis as unknown as WorkerScope, createPushNotes(globalThis));
