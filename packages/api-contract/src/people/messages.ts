import * as z from 'zod/mini';

/** A message left by a caller (MSG-01); a value that the caller did not give is null or missing (MSG-02). */
export const messageSchema = z.object({
  messageNumber: z.int(),
  fromDisplayName: z.optional(z.nullable(z.string())),
  fromSipaddress: z.optional(z.nullable(z.string())),
  read: z.boolean(),
  text: z.optional(z.nullable(z.string())),
  /** Milliseconds since the epoch. */
  timestamp: z.number(),
});

export type Message = z.infer<typeof messageSchema>;

/** Answer of GET messages (API-22): newest first. */
export const messageListAnswerSchema = z.array(messageSchema);
