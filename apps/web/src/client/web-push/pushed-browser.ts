import type { KeyValueStore } from '../store/key-value-store.ts';
import { PUSH_KEY } from './push-active.ts';

/**
 * The UUID under which this browser is subscribed. Its pages name it when they register, so that the server takes
 * them for one device, although each has an instance of its own. Undefined = no web push here.
 */
export const pushedBrowserIn = (device: KeyValueStore): string | undefined =>
  /^[\da-f-]{36}$/i.exec(device.get(PUSH_KEY) ?? '')?.[0];
