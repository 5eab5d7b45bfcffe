import type { CaptchaSolver } from '../../client/ports/captcha-ports.ts';
import type { WorkerReport } from './proof-of-work-worker.ts';

/** Solves each challenge in its own worker, which is terminated when it is no longer needed. */
export function createProofOfWork(): CaptchaSolver {
  return {
    async solve(challenge, { signal, onProgress }) {
      if (signal.aborted) return undefined;
      const worker = new Worker(new URL('./proof-of-work-worker.ts', import.meta.url), { type: 'module' });
      const solution = await new Promise<object | undefined>((resolve) => {
        signal.addEventListener('abort', () => resolve(undefined), { once: true });
        worker.addEventListener('error', () => resolve(undefined));
        worker.addEventListener('message', ({ data }: MessageEvent<WorkerReport>) => {
          if ('progress' in data) onProgress(data.progress);
          else resolve(data.solution);
        });
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name.
        worker.postMessage(challenge);
      });
      worker.terminate();
      // This JSON is ASCII, which the browser's base64 can encode.
      return solution === undefined ? undefined : btoa(JSON.stringify({ challenge, solution }));
    },
  };
}
