import type { CALL_OUTCOMES, LISTED_KINDS } from '@samtal/api-contract';

export const MEDIA_KINDS = ['audio', 'video', 'text'] as const;
/** A kind of media that a call offers or uses. */
export type MediaKind = (typeof MEDIA_KINDS)[number];

/** What a call is, by the richest of its media. */
export type CallKind = (typeof LISTED_KINDS)[number];

/** How the set-up of a call ended. */
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

export const CALL_ENDINGS = ['hungUp', 'connectionLost', 'revoked', 'serverStopped'] as const;
/** How an answered call ended. */
export type CallEnding = (typeof CALL_ENDINGS)[number];

export function callKindOf(media: Iterable<MediaKind>): CallKind {
  const kinds = new Set(media);
  if (kinds.has('video')) return 'video';
  if (kinds.has('audio')) return 'voice';
  return kinds.has('text') ? 'text' : 'other';
}

/** What a final status says about a call that was not answered. */
export function outcomeOfStatus(status: number): CallOutcome {
  if (status === 486 || status === 600) return 'busy';
  if (status === 403 || status === 603) return 'declined';
  if (status === 404 || status === 604) return 'unknown';
  if (status === 480) return 'unreachable';
  if (status === 408) return 'unanswered';
  return status === 487 ? 'cancelled' : 'failed';
}
