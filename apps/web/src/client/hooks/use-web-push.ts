import { use } from 'react';
import { createStore, useStore } from '../store/store.ts';
import type { WebPush } from '../web-push/web-push.ts';
import { ClientContext } from './use-client.ts';

const none = createStore<WebPush | undefined>(undefined);

/** Web push of this device; undefined until its code is loaded, and if the user has none. */
export const useWebPush = (): WebPush | undefined => useStore(use(ClientContext)?.webPush ?? none);
