import type { CaptchaChallenge } from '@samtal/api-contract';

export type CaptchaWork = {
  /** Ends the work; what was asked for then resolves to undefined. */
  readonly signal: AbortSignal;
  /** How far it has come: 0 to 1. */
  readonly onProgress: (done: number) => void;
};

/** Does the work of the built-in captcha, unseen and without disturbing the page. */
export interface CaptchaSolver {
  /** Resolves to what the server wants to hear; undefined = given up, or this browser cannot. Never rejects. */
  solve(challenge: CaptchaChallenge, work: CaptchaWork): Promise<string | undefined>;
}

/** The captcha of Google, for operators who want it. */
export interface RecaptchaWidget {
  /**
   * Shows it in `element`, in the language of the page.
   * @param onAnswer gets what the server wants to hear; undefined = it has run out or cannot be loaded
   * @returns takes it away
   */
  show(element: HTMLElement, siteKey: string, onAnswer: (answer: string | undefined) => void): () => void;
}
