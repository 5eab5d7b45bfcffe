import { basePath } from '../../client/product/base-path.ts';

/** Registers the worker for the whole app, and resolves when it runs. */
export async function registerWorker(workers: ServiceWorkerContainer): Promise<ServiceWorkerRegistration> {
  await workers.register(`${basePath}/notification-worker.js`);
  return workers.ready;
}
