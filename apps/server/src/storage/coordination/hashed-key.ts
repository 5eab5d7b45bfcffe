import { createHash } from 'node:crypto';

/** A key as it is stored: of one length, and not the ticket or the username that a reader of the table could use. */
export const hashedKey = (key: string): string => createHash('sha256').update(key).digest('base64url');
