import type { CaptchaChallenge } from '@samtal/api-contract';

export type CaptchaWork = {
  /** Stops the work; the promise then resolves to undefined. */
  readonly signal: AbortSignal;
  /** The progress: 0 to 1. */
  readonly onProgress: (done: number) => void;
};

/** Solves the built-in captcha in the background, without disturbing the page. */
export interface CaptchaSolver {
  /** Resolves to the answer for the server; undefined = aborted, or not possible here. Never rejects. */
  solve(challenge: CaptchaChallenge, work: CaptchaWork): Promise<string | undefined>;
}

/** Google's captcha, for operators who choose it. */
export interface RecaptchaWidget {
  /**
   * Shows the captcha in `element`, in the language of the page.
   * @param onAnswer gets the answer for the server; undefined = it has expired or cannot be loaded
   * @returns a function that removes the captcha
   */
  show(element: HTMLElement, siteKey: string, onAnswer: (answer: string | undefined) => void): () => void;
}
