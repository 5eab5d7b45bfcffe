import type { Clock } from '@samtal/call-core';
import type { AlertEntry, Alerts } from '../alerts/alerts.ts';
import type { PushNotes } from '../ports/push-notes.ts';
import type { SessionState } from '../session/session.ts';
import type { Store } from '../store/store.ts';

export type CallAtLoginOptions = {
  readonly session: Store<SessionState>;
  readonly notes: Pick<PushNotes, 'read'>;
  readonly alerts: Pick<Alerts, 'show' | 'clear'>;
  readonly clock: Clock;
};

const id = 'pushedCall';
const someoneCalls: AlertEntry = { id, type: 'info', message: { key: 'webpush.someone_calls' } };
const callOver: AlertEntry = { id, type: 'info', message: { key: 'webpush.over_at_login' } };

/**
 * Says at the login page that someone is calling, and that it is too late when it is. It gives no name: the
 * person at this device may be another than the one who is called.
 * @returns a function to be called when the service worker has changed a note
 */
export function sayThatSomeoneCalls({ session, notes, alerts, clock }: CallAtLoginOptions): () => void {
  let isSaid = false;
  let forget: (() => void) | undefined;
  const look = async (): Promise<void> => {
    const ringing = await notes.read('ringing');
    forget?.();
    const { phase } = session.get();
    if (phase === 'signedIn') {
      alerts.clear(id);
      isSaid = false;
    }
    // During an automatic login the call itself rings soon.
    if (phase !== 'signedOut') return;
    const leftMs = ringing === undefined ? 0 : ringing.until - clock.now();
    if (leftMs > 0) {
      forget = clock.setTimer(leftMs, () => void look());
      if (!isSaid) alerts.show(someoneCalls);
      isSaid = true;
    } else if (isSaid) {
      isSaid = false;
      alerts.show(callOver);
    }
  };
  session.subscribe(() => void look());
  void look();
  return () => void look();
}
