import { ERROR_CODES } from '@samtal/api-contract';
import { ApiError } from '../../plumbing/api-error.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';

/** Before anything is done that is of no use without its mail: 503 while no further mail can be kept. */
export async function requireMailRoom({ mailer }: HttpContext): Promise<void> {
  if (!(await mailer.hasRoom()))
    throw new ApiError(503, ERROR_CODES.internal, 'No mail can be sent at the moment');
}
