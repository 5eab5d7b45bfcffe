import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { CHANGES } from '../../domain/change-bus.ts';
import { QUESTIONS } from '../../domain/coordination/questions.ts';

const from = z.string();

/**
 * What server processes tell each other. Every user of the database can send a notification and read those of others, so
 * each has a signature by a secret of the database, and it is never an order: a process that hears of ended sessions, or
 * of changes, looks into the database.
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

const signatureOf = (secret: string, json: string): string =>
  createHmac('sha256', secret).update(json).digest('base64url');

/** A notification as it is sent. */
export function writeNotification(secret: string, notification: Notification): string {
  const json = JSON.stringify(notification);
  return `${signatureOf(secret, json)} ${json}`;
}

/** @returns undefined if the text is no notification of a server process that has the secret */
export function readNotification(secret: string, text: string): Notification | undefined {
  const [signature = '', ...words] = text.split(' ');
  const json = words.join(' ');
  const given = Buffer.from(signature);
  const right = Buffer.from(signatureOf(secret, json));
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  try {
    const read = notificationSchema.safeParse(JSON.parse(json));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}
