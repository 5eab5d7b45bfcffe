import type { Brand } from '@samtal/api-contract';
import type { FastifyBaseLogger } from 'fastify';
import type { ShortLived } from '../domain/coordination/short-lived.ts';
import type { Captcha } from './captcha.ts';
import { createProofOfWork } from './proof-of-work.ts';
import { createRecaptcha } from './recaptcha.ts';

type Options = {
  readonly provider: Brand['captcha']['provider'];
  readonly recaptchaSecret: string | undefined;
  /** Signs the tasks; the same in all server processes. */
  readonly secret: string;
  readonly shortLived: ShortLived;
  readonly now: () => number;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
};

/**
 * The captcha that the brand has chosen. If it has chosen none, every request passes. The server gives out
 * tasks of the built-in captcha in any case.
 */
export function chooseCaptcha({ provider, recaptchaSecret, secret, shortLived, now, log }: Options): Captcha {
  const builtIn = createProofOfWork(secret, now, shortLived);
  if (provider === 'builtin') return builtIn;
  if (provider === null) return { ...builtIn, isSolved: () => Promise.resolve(true) };
  return { ...builtIn, ...createRecaptcha({ secret: recaptchaSecret ?? '', fetch, log }) };
}
