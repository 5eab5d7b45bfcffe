import type { CaptchaChallenge } from '@samtal/api-contract';
import { type Solution, solveChallenge } from './solve-challenge.ts';

/** What the worker tells the page. */
export type WorkerReport = { readonly progress: number } | { readonly solution: Solution | undefined };

const report = (message: WorkerReport): void => postMessage(message);

/** Computes away from the page, so that typing stays smooth. One challenge for each worker. */
addEventListener('message', ({ data }: MessageEvent<CaptchaChallenge>) => {
  const give = (solution: Solution | undefined): void => report({ solution });
  solveChallenge(data, crypto.subtle, (progress) => report({ progress })).then(give, () => give(undefined));
});
