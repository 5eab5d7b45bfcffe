import { sessionStateOf } from '../call/session-lifecycle.ts';
import type { Log } from '../ports.ts';
import type { ClientState } from '../state/client-state.ts';
import { callStatusOf } from '../views/call-status.ts';
import { callViewOf } from '../views/call-view.ts';
import { registrationEventOf } from '../views/registration-names.ts';

/** Logs what has changed in call, connection and registration. */
export function logChanges(log: Log, state: ClientState, next: ClientState): void {
  const before = callStatusOf(state.call);
  const after = callStatusOf(next.call);
  if (before !== after) {
    const { call } = next;
    log.info('call', { status: after, before, view: callViewOf(call), session: sessionStateOf(call) });
  }
  // ERR-05: neither side ended the call, and support needs a trace of it.
  if (before !== after && after === 'FAILED') log.warn('call_failed', { before });
  if (state.connection.phase !== next.connection.phase)
    log.info('connection', { phase: next.connection.phase });
  const event = registrationEventOf(state.registration, next.registration);
  if (event !== undefined) log.info('registration', { event, phase: next.registration.phase });
}
