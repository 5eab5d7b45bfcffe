import type { CaptchaChallenge } from '@samtal/api-contract';

/** Tells people from programs, or at least makes requests expensive for programs. */
export type Captcha = {
  /** A task of the built-in captcha, which the browser solves. */
  challenge(): Promise<CaptchaChallenge>;
  /**
   * Whether the visitor has solved the task.
   * @param answer the query parameter `captcha`
   * @param address network address of the visitor
   */
  isSolved(answer: string | undefined, address: string): Promise<boolean>;
};
