import { API_BASE, BRANDING_PATH, type Brand } from '@samtal/api-contract';
import type { CallClient, Log } from '@samtal/call-core';
import { getI18n } from 'react-i18next';
import type { Alerts } from './client/alerts/alerts.ts';
import { basePath } from './client/product/base-path.ts';
import type { Session } from './client/session/session.ts';
import type { KeyValueStore } from './client/store/key-value-store.ts';
import { followOpenedCalls } from './client/web-push/opened-calls.ts';
import { createWebPush, type WebPush } from './client/web-push/web-push.ts';
import { addPageTexts } from './i18n/page-texts.ts';
import type { ApiRequest } from './platform/api/api-request.ts';
import { createWebPushApi } from './platform/api/web-push-api.ts';
import { browserClock } from './platform/page/browser-clock.ts';
import { createPageLanguage } from './platform/page/page-language.ts';
import { createPushDevice } from './platform/web-push/push-device.ts';
import { createPushNotes } from './platform/web-push/push-notes.ts';
import { listenToWorker } from './platform/web-push/worker-messages.ts';

/** What main-calling.ts has already created. */
export type WebPushParts = {
  readonly brand: Brand;
  readonly log: Log;
  readonly localStore: KeyValueStore;
  readonly alerts: Alerts;
  readonly session: Session;
  readonly request: ApiRequest;
  readonly client: CallClient;
  readonly instanceId: string;
};

const absolute = (address: string): string => new URL(address, location.origin).href;

/**
 * The third part of the composition root: calls that reach a page that is frozen or closed (decision D78).
 * Resolves when the texts for the screens are there too; a call is answered without them.
 */
export async function composeWebPush(parts: WebPushParts): Promise<WebPush> {
  const { brand, log, localStore, alerts, session, request, client, instanceId } = parts;
  // English is shown without them.
  const texts = addPageTexts(getI18n()).catch(() => undefined);
  const notes = createPushNotes(window);
  const device = createPushDevice(window);
  const opened = followOpenedCalls({
    client,
    session: session.state,
    notes,
    device,
    alerts,
    clock: browserClock,
    untilTexts: () => texts,
  });
  const webPush = createWebPush({
    device,
    api: createWebPushApi(request),
    notes,
    session: session.state,
    client,
    localStore,
    clock: browserClock,
    log,
    instanceId,
    language: createPageLanguage(document),
    forWorker: {
      api: absolute(`${brand.server.replace(/\/$/, '')}${API_BASE}`),
      icon: brand.icon === '' ? '' : absolute(`${basePath}${BRANDING_PATH}${brand.icon}`),
    },
  });
  // `serviceWorker` is missing outside a secure context, although its type says otherwise.
  listenToWorker('serviceWorker' in navigator ? navigator.serviceWorker : undefined, {
    onNoteChanged: opened.look,
    onSubscriptionChanged: webPush.renew,
    isRinging: (id) => document.visibilityState === 'visible' && opened.isRinging(id),
  });
  await texts;
  return webPush;
}
