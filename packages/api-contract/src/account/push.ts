import * as z from 'zod/mini';

/** The parts of an account whose changes the server reports; a client that shows a part requests it again. */
export const CHANGE_KINDS = ['messages', 'history', 'contacts', 'settings', 'profile'] as const;

/**
 * The data of one server-sent event of `GET events`. Events missed during an interruption are not repeated:
 * after each (re)connection a client requests everything it shows again.
 */
export const changeEventSchema = z.object({ kind: z.enum(CHANGE_KINDS) });

export type ChangeEvent = z.infer<typeof changeEventSchema>;
