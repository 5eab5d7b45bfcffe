import type { MediaFailure } from '@samtal/call-core';

/** The errors of getUserMedia, grouped as in MEDIA-08, -09 and -10. */
const FAILURES: Readonly<Record<string, MediaFailure>> = {
  NotReadableError: 'inUse',
  AbortError: 'inUse',
  NotFoundError: 'notFound',
  OverconstrainedError: 'notFound',
  NotAllowedError: 'denied',
  SecurityError: 'denied',
};

/** Why a device could not be opened; `other` for unknown errors. */
export const mediaFailureOf = (error: unknown): MediaFailure =>
  (error instanceof Error ? FAILURES[error.name] : undefined) ?? 'other';
