import * as z from 'zod/mini';

/**
 * Body of POST user/export and POST user/deletion: the user proves once more who they are (decision D96), without a
 * password by a sign-in at the provider just before (decision D99).
 */
export const ownPasswordSchema = z.object({ password: z.optional(z.string().check(z.maxLength(1024))) });

/** Answer of POST user/export: `ticket` is good for one GET user/export within a minute. */
export const exportAnswerSchema = z.object({ ticket: z.string() });

/** Answer of POST user/deletion: from then on the account is removed, in milliseconds since the epoch. */
export const deletionAnswerSchema = z.object({ deletionAt: z.number() });

/** The `failureText` for the code `deletionPending`: when the account is removed (ISO 8601). */
export const deletionTimeText = (time: number): string => new Date(time).toISOString();

/** The time in the `failureText` of `deletionPending`; undefined if there is none. */
export function deletionTimeIn(failureText: string | undefined): number | undefined {
  const time = Date.parse(failureText ?? '');
  return Number.isNaN(time) ? undefined : time;
}
