import { captchaChallengeSchema, PATHS } from '@samtal/api-contract';
import { HTTP_LIMITS } from '../../../domain/limits/limits.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import { atMost } from '../../plumbing/limits/request-limits.ts';
import type { TypedInstance } from '../../plumbing/typed-instance.ts';

/** GET captcha/new: a task for the built-in captcha. */
export function addNewCaptcha(app: TypedInstance, { captcha }: HttpContext): void {
  app.get(
    PATHS.newCaptcha,
    { config: atMost(HTTP_LIMITS.captchaTasks), schema: { response: { 200: captchaChallengeSchema } } },
    () => captcha.challenge(),
  );
}
