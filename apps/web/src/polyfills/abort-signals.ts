export const abortSignalStatics = {
  timeout(delayMs: number): AbortSignal {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('signal timed out', 'TimeoutError')), delayMs);
    return controller.signal;
  },
  any(signals: readonly AbortSignal[]): AbortSignal {
    const controller = new AbortController();
    const { signal } = controller;
    for (const each of signals) {
      const abort = (): void => controller.abort(each.reason);
      if (each.aborted) abort();
      else each.addEventListener('abort', abort, { signal });
    }
    return signal;
  },
};
