import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import type { Captcha } from './captcha.ts';

const VERIFY_URL = 'https://www.google.com/recaptcha/api/siteverify';
const TIMEOUT_MS = 5000;
const verdictSchema = z.object({ success: z.boolean() });

type Options = {
  readonly secret: string;
  /** A fake in tests; otherwise the global `fetch`. */
  readonly fetch: typeof globalThis.fetch;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
};

/**
 * Google's captcha, if the operator chooses it: only then does the server contact Google, to verify the
 * answer.
 */
export function createRecaptcha({ secret, fetch, log }: Options): Pick<Captcha, 'isSolved'> {
  return {
    async isSolved(answer = '', address) {
      if (answer === '') return false;
      try {
        const response = await fetch(VERIFY_URL, {
          method: 'POST',
          body: new URLSearchParams({ secret, response: answer, remoteip: address }),
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        const verdict = verdictSchema.safeParse(await response.json());
        return verdict.success && verdict.data.success;
      } catch (error) {
        log.warn({ event: 'captcha_service_unreachable', err: error });
        return false;
      }
    },
  };
}
