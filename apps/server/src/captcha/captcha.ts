import type { CaptchaChallenge } from '@samtal/api-contract';

/** Tells people from programs, or at least makes programs pay. */
export type Captcha = {
  /** A task for a browser that knows the built-in kind. */
  challenge(): Promise<CaptchaChallenge>;
  /**
   * @param answer the query parameter `captcha`
   * @param address of the visitor
   */
  isSolved(answer: string | undefined, address: string): Promise<boolean>;
};
