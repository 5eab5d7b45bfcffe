import type { MediaFailure } from '@samtal/call-core';

/** The errors of getUserMedia as ledger MEDIA-08, -09 and -10 group them. */
const FAILURES: Readonly<Record<string, MediaFailure>> = {
  NotReadableError: 'inUse',
  AbortError: 'inUse',
  NotFoundError: 'notFound',
  OverconstrainedError: 'notFound',
  NotAllowedError: 'denied',
  SecurityError: 'denied',
};

/** Why a device could not be had; `other` for anything a browser does not name. */
export const mediaFailureOf = (error: unknown): MediaFailure =>
  (error instanceof Error ? FAILURES[error.name] : undefined) ?? 'other';
