/** Label values are words of this program: what a client chooses freely would make a new series each time. */

const SIP_METHODS = new Set([
  'REGISTER',
  'INVITE',
  'MESSAGE',
  'BYE',
  'CANCEL',
  'INFO',
  'UPDATE',
  'OPTIONS',
  'PRACK',
  'SUBSCRIBE',
]);

export const sipMethodLabel = (method: string): string => (SIP_METHODS.has(method) ? method : 'other');

/** Statuses that a server or a phone usually sends; others are shown as their class. */
const SIP_STATUSES = new Set([
  200, 202, 400, 401, 403, 404, 405, 407, 408, 413, 415, 420, 423, 480, 481, 482, 483, 486, 487, 488, 489,
  491, 500, 501, 502, 503, 504, 600, 603, 604, 606,
]);

export function sipStatusLabel(status: number): string {
  if (SIP_STATUSES.has(status)) return String(status);
  const firstDigit = Math.trunc(status / 100);
  return firstDigit >= 1 && firstDigit <= 6 ? `${firstDigit}xx` : 'other';
}

const HTTP_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export const httpMethodLabel = (method: string): string => (HTTP_METHODS.has(method) ? method : 'other');
