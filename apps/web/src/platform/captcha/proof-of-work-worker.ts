import type { CaptchaChallenge } from '@samtal/api-contract';
import { type Solution, solveChallenge } from './solve-challenge.ts';

/** The worker's messages to the page. */
export type WorkerReport = { readonly progress: number } | { readonly solution: Solution | undefined };

const report = (message: WorkerReport): void => postMessage(message);

/** Solves one challenge in a worker, so that the page stays responsive. */
addEventListener('message', ({ data }: MessageEvent<CaptchaChallenge>) => {
  const give = (solution: Solution | undefined): void => report({ solution });
  solveChallenge(data, crypto.subtle, (progress) => report({ progress })).then(give, () => give(undefined));
});
