import * as z from 'zod/mini';

/** The changed part of an account; the client requests it again if it shows it. */
export const CHANGE_KINDS = ['messages', 'history', 'contacts', 'settings', 'profile'] as const;

/**
 * Data of one server-sent event of GET events. Events missed during an interruption are not repeated: after
 * each (re)connection a client requests everything it shows again.
 */
export const changeEventSchema = z.object({ kind: z.enum(CHANGE_KINDS) });

export type ChangeEvent = z.infer<typeof changeEventSchema>;
