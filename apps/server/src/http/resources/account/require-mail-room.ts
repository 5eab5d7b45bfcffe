import { ERROR_CODES } from '@samtal/api-contract';
import { ApiError } from '../../plumbing/answers/api-error.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';

/** Answers 503 while the outbox is full; called before an action that is useless without its mail. */
export async function requireMailRoom({ mailer }: HttpContext): Promise<void> {
  if (!(await mailer.hasRoom()))
    throw new ApiError(503, ERROR_CODES.internal, 'No mail can be sent at the moment');
}
