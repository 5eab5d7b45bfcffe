import * as z from 'zod/mini';
import { CHANGES } from '../../domain/change-bus.ts';
import { QUESTIONS } from '../../domain/coordination/questions.ts';

const from = z.string();

/**
 * What server processes tell each other. It is never an order: a process that hears of ended sessions, or of changes,
 * looks into the database, because every user of the database can send a notification.
 */
const notificationSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('changes'), from, changes: z.array(z.tuple([z.string(), z.enum(CHANGES)])) }),
  /** Anything may have changed. */
  z.object({ type: z.literal('anything'), from }),
  z.object({
    type: z.literal('question'),
    from,
    id: z.string(),
    question: z.enum(QUESTIONS),
    key: z.string(),
  }),
  z.object({ type: z.literal('answer'), from, id: z.string(), is: z.boolean() }),
]);

export type Notification = z.infer<typeof notificationSchema>;
/** A notification before it has its sender. */
export type News = Notification extends infer Each
  ? Each extends Notification
    ? Omit<Each, 'from'>
    : never
  : never;

/** @returns undefined if the text is no notification of a server process */
export function readNotification(text: string): Notification | undefined {
  try {
    const read = notificationSchema.safeParse(JSON.parse(text));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}
