import type { CaptchaChallenge } from '@samtal/api-contract';

/** Tells people from programs, or at least makes requests expensive for programs. */
export type Captcha = {
  /** A task for a browser, for the built-in captcha. */
  challenge(): Promise<CaptchaChallenge>;
  /**
   * @param answer the query parameter `captcha`
   * @param address network address of the visitor
   */
  isSolved(answer: string | undefined, address: string): Promise<boolean>;
};
