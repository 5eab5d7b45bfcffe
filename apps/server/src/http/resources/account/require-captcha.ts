import { ERROR_CODES } from '@samtal/api-contract';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../plumbing/answers/api-error.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';

/** Throws unless the captcha of the brand is solved. */
export async function requireCaptcha(
  request: FastifyRequest,
  { captcha, audit }: HttpContext,
  answer: string | undefined,
): Promise<void> {
  if (await captcha.isSolved(answer, request.ip)) return;
  audit({ event: 'captcha_refused', address: request.ip });
  throw new ApiError(400, ERROR_CODES.captchaWrong, 'Wrong captcha');
}
