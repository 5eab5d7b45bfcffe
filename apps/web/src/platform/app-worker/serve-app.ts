import type { AppMessage } from '../../client/ports/worker-messages.ts';
import type { WorkerMessageEvent, WorkerScope } from '../notification-worker/worker-scope.ts';
import { answerRequest } from './answer-request.ts';
import { createKeptApp, type KeptApp } from './kept-app.ts';
import type { WorkerFiles } from './worker-files.ts';

const isMessage = (data: unknown): data is AppMessage =>
  typeof data === 'object' && data !== null && 'type' in data;

/** Does what a page asks for; the answer is by the port of the message. */
async function reactToMessage(
  app: KeptApp,
  files: WorkerFiles,
  { data, ports }: WorkerMessageEvent,
): Promise<void> {
  if (!isMessage(data)) return;
  // What cannot be fetched or stored now is tried again with the next message.
  const quietly = (work: Promise<void>): Promise<void> => work.catch(() => undefined);
  if (data.type === 'keepApp') await quietly(app.keep(data.language, data.isThrifty));
  if (data.type === 'dropApp') await quietly(app.drop());
  ports[0]?.postMessage(data.type === 'isOfBuild' ? data.main === files.main : true);
}

/**
 * Lets the app open without a network, and lets an open page load the files of its build after the server has a
 * newer one (decision D79). A newer worker waits until no page needs this one: it never takes over a running page.
 */
export function serveApp(scope: WorkerScope, files: WorkerFiles): KeptApp {
  const app = createKeptApp(scope, files);
  // Without storage the worker still shows notifications.
  scope.addEventListener('install', (event) => event.waitUntil(app.renew().catch(() => undefined)));
  scope.addEventListener('activate', (event) =>
    event.waitUntil(
      app
        .tidy()
        .catch(() => undefined)
        // The page that registered the first worker has no other one.
        .then(() => scope.clients.claim()),
    ),
  );
  scope.addEventListener('fetch', (event) =>
    answerRequest(app, (...request) => scope.fetch(...request), scope.registration.scope, event),
  );
  scope.addEventListener('message', (event) => event.waitUntil(reactToMessage(app, files, event)));
  return app;
}
