import * as z from 'zod/mini';

/** What of an account has changed; the client asks for it again if it shows it. */
export const CHANGE_KINDS = ['messages', 'history', 'contacts', 'settings', 'profile'] as const;

/**
 * Data of one server-sent event of GET events. The stream repeats nothing that was missed while it was broken: after
 * each (re)connection a client asks again for what it shows.
 */
export const changeEventSchema = z.object({ kind: z.enum(CHANGE_KINDS) });

export type ChangeEvent = z.infer<typeof changeEventSchema>;
