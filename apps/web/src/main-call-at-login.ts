import { getI18n } from 'react-i18next';
import type { Alerts } from './client/alerts/alerts.ts';
import type { Session } from './client/session/session.ts';
import { sayThatSomeoneCalls } from './client/web-push/call-at-login.ts';
import { addPageTexts } from './i18n/page-texts.ts';
import { browserClock } from './platform/page/browser-clock.ts';
import { createPushNotes } from './platform/web-push/push-notes.ts';
import { listenToWorker } from './platform/web-push/worker-messages.ts';

/** Composes what the login page says about a pushed call; loaded only where calls are pushed to. */
export async function composeCallAtLogin({ state }: Session, alerts: Alerts): Promise<void> {
  // English is shown without them.
  await addPageTexts(getI18n()).catch(() => undefined);
  const notes = createPushNotes(window);
  const look = sayThatSomeoneCalls({ session: state, notes, alerts, clock: browserClock });
  listenToWorker(navigator.serviceWorker, { onNoteChanged: look });
}
