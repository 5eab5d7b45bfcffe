import { BRANDING_PATH, type Brand } from '@samtal/api-contract';
import type { Clock } from '@samtal/call-core';
import type { Attention } from '../../client/ports/attention.ts';
import { basePath } from '../../client/product/base-path.ts';
import { drawAlertIcon } from './draw-alert-icon.ts';
import { createPageAttention } from './page-attention.ts';
import { keepScreenOn } from './screen-wake-lock.ts';
import { createSystemNotifications } from './system-notifications.ts';
import { createTabBell } from './tab-bell.ts';
import { vibrateInRounds, vibrateOnce } from './vibration.ts';

const fileOf = (name: string): string => (name === '' ? '' : `${basePath}${BRANDING_PATH}${name}`);

/** All ways of this browser to get the user's attention, with the operator's icons. */
export function createBrowserAttention(
  page: Window & typeof globalThis,
  { icon, faviconAlert }: Brand,
  clock: Clock,
): Attention {
  const { document, navigator } = page;
  return {
    notifications: createSystemNotifications(page, fileOf(icon)),
    page: createPageAttention(page),
    bell: createTabBell(document, faviconAlert === '' ? drawAlertIcon : async () => fileOf(faviconAlert)),
    vibrate: () => vibrateInRounds(navigator, document, clock),
    nudge: () => vibrateOnce(navigator, document),
    keepScreenOn: () => keepScreenOn(document, navigator.wakeLock),
  };
}
