import type { OutsideEvent } from '@samtal/call-core';
import type { Session } from './session.ts';

/**
 * The answers to REGISTER that refuse a SIP secret: Samtal's own SIP server sends 403, others send 401 again.
 */
const REFUSALS: readonly number[] = [401, 403];

/**
 * Returns a function that passes events to `emit`. When the SIP server refuses the SIP secret, the function
 * also asks the user API whether the session has ended, because the secret ends with it (decision D48). If
 * so, the session ends here too (LOGIN-14), and automatic login gets a new secret.
 */
export const confirmSessionWhenRefused =
  (session: Pick<Session, 'reloadUser'>, emit: (event: OutsideEvent) => void) =>
  (event: OutsideEvent): void => {
    emit(event);
    if (event.type === 'registrationRefused' && REFUSALS.includes(event.status)) void session.reloadUser();
  };
