import type { CaptchaChallenge } from '@samtal/api-contract';
import { CAPTCHA_TRIES, captchaAnswerSchema, captchaChallengeSchema } from '@samtal/api-contract';
import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { CAPTCHA_LIMITS } from '../domain/limits/limits.ts';
import type { Captcha } from './captcha.ts';

/** How long a task is valid: the time to fill in a form, breaks included (WCAG 2.2 SC 2.2.1). */
const LIFETIME_MS = 60 * 60 * 1000;
/** Iterations of one try. It takes a browser about 2 ms, a slow phone 10 ms, so that a task takes seconds. */
const ITERATIONS = 5000;

function parseAnswer(answer: string) {
  try {
    const json: unknown = JSON.parse(Buffer.from(answer, 'base64').toString('utf8'));
    const result = captchaAnswerSchema.safeParse(json);
    return result.success ? result.data : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The built-in captcha: a computation in place of a puzzle, so that no user must see, hear or read anything
 * (ALTCHA). Each task is valid once.
 * @param secret signs the tasks
 * @param now milliseconds since the epoch
 */
export function createProofOfWork(secret: string, now: () => number): Captcha {
  const secrets = { hmacSignatureSecret: secret, hmacKeySignatureSecret: `${secret} key` };
  const solved = new Set<string>();
  return {
    async challenge(): Promise<CaptchaChallenge> {
      const task = await createChallenge({
        ...secrets,
        algorithm: 'PBKDF2/SHA-256',
        cost: ITERATIONS,
        counter: randomInt(CAPTCHA_TRIES.most, CAPTCHA_TRIES.fewest),
        deriveKey,
        expiresAt: Math.floor((now() + LIFETIME_MS) / 1000),
      });
      return captchaChallengeSchema.parse(task);
    },
    async isSolved(answer = '') {
      const given = parseAnswer(answer);
      if (given === undefined) return false;
      const { nonce, expiresAt = 0 } = given.challenge.parameters;
      if (expiresAt * 1000 < now() || solved.has(nonce)) return false;
      try {
        const { verified } = await verifySolution({ ...given, ...secrets, deriveKey });
        // Checked again, because two requests may verify the same answer at the same time.
        if (!verified || solved.has(nonce)) return false;
      } catch {
        // The library throws on malformed answers.
        return false;
      }
      solved.add(nonce);
      const [oldest] = solved;
      if (solved.size > CAPTCHA_LIMITS.remembered && oldest !== undefined) solved.delete(oldest);
      return true;
    },
  };
}
