import type { CaptchaChallenge } from '@samtal/api-contract';
import { CAPTCHA_TRIES, captchaAnswerSchema, captchaChallengeSchema } from '@samtal/api-contract';
import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { ShortLived } from '../domain/coordination/short-lived.ts';
import { CAPTCHA_LIMITS } from '../domain/limits/limits.ts';
import type { Captcha } from './captcha.ts';

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
 * @param shortLived remembers which tasks are solved
 */
export function createProofOfWork(secret: string, now: () => number, shortLived: ShortLived): Captcha {
  const secrets = { hmacSignatureSecret: secret, hmacKeySignatureSecret: `${secret} key` };
  return {
    async challenge(): Promise<CaptchaChallenge> {
      const task = await createChallenge({
        ...secrets,
        algorithm: 'PBKDF2/SHA-256',
        cost: ITERATIONS,
        counter: randomInt(CAPTCHA_TRIES.most, CAPTCHA_TRIES.fewest),
        deriveKey,
        expiresAt: Math.floor((now() + CAPTCHA_LIMITS.lifetimeMs) / 1000),
      });
      return captchaChallengeSchema.parse(task);
    },
    async isSolved(answer = '') {
      const given = parseAnswer(answer);
      if (given === undefined) return false;
      const { nonce, expiresAt = 0 } = given.challenge.parameters;
      if (expiresAt * 1000 < now() || (await shortLived.find('captcha', nonce)) !== undefined) return false;
      try {
        const { verified } = await verifySolution({ ...given, ...secrets, deriveKey });
        if (!verified) return false;
      } catch {
        // The library throws on malformed answers.
        return false;
      }
      // Two requests may have verified the same answer at the same time.
      return shortLived.add('captcha', nonce);
    },
  };
}
