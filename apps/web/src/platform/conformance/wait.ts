/** Resolves after `ms` milliseconds; rejects when `ended` is aborted. */
export function wait(ms: number, ended: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(new Error('the call is over'));
    };
    const timer = setTimeout(() => {
      ended.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (ended.aborted) stop();
    else ended.addEventListener('abort', stop, { once: true });
  });
}
