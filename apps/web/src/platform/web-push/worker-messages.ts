import type { WorkerMessage } from '../../client/ports/worker-messages.ts';

export type WorkerListener = {
  readonly onNoteChanged?: () => void;
  readonly onSubscriptionChanged?: () => void;
  /** Whether this page rings for the call with this id. */
  readonly isRinging?: (id: string) => boolean;
};

const isMessage = (data: unknown): data is WorkerMessage =>
  typeof data === 'object' && data !== null && 'type' in data;

/** Listens to the service worker; does nothing in a browser without one. */
export function listenToWorker(
  workers: ServiceWorkerContainer | undefined,
  { onNoteChanged, onSubscriptionChanged, isRinging }: WorkerListener,
): void {
  workers?.addEventListener('message', ({ data, ports }: MessageEvent<unknown>) => {
    if (!isMessage(data)) return;
    if (data.type === 'noteChanged') onNoteChanged?.();
    if (data.type === 'subscriptionChanged') onSubscriptionChanged?.();
    if (data.type === 'isRinging') ports[0]?.postMessage(isRinging?.(data.id) ?? false);
  });
  workers?.startMessages();
}
