import { use } from 'react';
import type { InstallableApp } from '../installable-app/installable-app.ts';
import { createStore, useStore } from '../store/store.ts';
import { ClientContext } from './use-client.ts';

const none = createStore<InstallableApp | undefined>(undefined);

/** The web app as an app of this device; undefined until its code is loaded, and if the user has none. */
export const useInstallableApp = (): InstallableApp | undefined =>
  useStore(use(ClientContext)?.installableApp ?? none);
