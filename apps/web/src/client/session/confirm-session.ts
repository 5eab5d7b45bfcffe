import type { OutsideEvent } from '@samtal/call-core';
import type { Session } from './session.ts';

/** As Samtal's own SIP server refuses a secret, and as servers do that only challenge again. */
const REFUSALS: readonly number[] = [401, 403];

/**
 * A SIP secret ends with its session (decision D48). When it is refused, the user API is asked: if the session has ended,
 * the answer ends it here too (LOGIN-14), and a page that may logs in again with a new secret.
 */
export const confirmSessionWhenRefused =
  (session: Pick<Session, 'reloadUser'>, emit: (event: OutsideEvent) => void) =>
  (event: OutsideEvent): void => {
    emit(event);
    if (event.type === 'registrationRefused' && REFUSALS.includes(event.status)) void session.reloadUser();
  };
