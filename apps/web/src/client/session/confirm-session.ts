import type { OutsideEvent } from '@samtal/call-core';
import type { Session } from './session.ts';

/** Samtal's own SIP server refuses a secret with 403; other servers only challenge again with 401. */
const REFUSALS: readonly number[] = [401, 403];

/**
 * A SIP secret ends with its session (decision D48). When the secret is refused, a request to the user API
 * shows whether the session has ended. If it has, it ends here too (LOGIN-14), and automatic login gets a new
 * secret.
 */
export const confirmSessionWhenRefused =
  (session: Pick<Session, 'reloadUser'>, emit: (event: OutsideEvent) => void) =>
  (event: OutsideEvent): void => {
    emit(event);
    if (event.type === 'registrationRefused' && REFUSALS.includes(event.status)) void session.reloadUser();
  };
