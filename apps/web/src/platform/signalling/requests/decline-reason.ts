/** The text of a Reason that has no message (RFC 3261 §21.6.2). */
const NO_WORDS = 'Decline';

/** The longest message that is sent and shown, in characters. */
const MOST_WORDS = 200;

const quoted = (words: string): string => words.replaceAll(/[\\"]/g, '\\$&');

const shortened = (words: string): string =>
  Array.from(words.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim())
    .slice(0, MOST_WORDS)
    .join('');

/**
 * The header that goes with the specified 403: declined on one device is declined on all (decision D35, RFC
 * 3326). Its text is the callee's message to the caller, who so reads it at once and in the call it answers.
 */
export const declineReason = (words = ''): string =>
  `Reason: SIP;cause=603;text="${quoted(shortened(words) || NO_WORDS)}"`;

/** The message in a Reason header; undefined if it has none. */
export function declineWords(reason: string | undefined): string | undefined {
  const [, text] =
    /^\s*SIP\s*;.*?cause\s*=\s*603\b.*?;\s*text\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(reason ?? '') ?? [];
  const words = shortened((text ?? '').replaceAll(/\\(.)/g, '$1'));
  return words === '' || words.toLowerCase() === NO_WORDS.toLowerCase() ? undefined : words;
}
