/** Longest time after which an end that is busy with an offer lets another one come, in seconds (RFC 3261 §14.2). */
const LONGEST_BUSY = 10;

/** A number of seconds that a comment or a parameter may follow (RFC 3261 §20.33). */
const SECONDS = /^\s*(\d{1,9})\s*(?:[;(]|$)/;

/**
 * After how many seconds the same offer may come again, to a peer that is busy with an earlier one; undefined = this
 * answer does not say so, and the offer has failed.
 */
export function busySeconds(status: number | undefined, retryAfter: string | undefined): number | undefined {
  const seconds = Number(SECONDS.exec(retryAfter ?? '')?.[1]);
  return status === 500 && seconds <= LONGEST_BUSY ? seconds : undefined;
}
