import type { CallClient } from '@samtal/call-core';
import { getI18n } from 'react-i18next';
import { createInstallableApp, type InstallableApp } from './client/installable-app/installable-app.ts';
import type { Session } from './client/session/session.ts';
import type { KeyValueStore } from './client/store/key-value-store.ts';
import type { Store } from './client/store/store.ts';
import { addPageTexts } from './i18n/page-texts.ts';
import { createAppDevice } from './platform/installable-app/app-device.ts';
import { createAppKeeper } from './platform/installable-app/app-keeper.ts';
import { createPageLanguage } from './platform/page/page-language.ts';

/** What main-calling.ts has already created. */
export type InstallableAppParts = {
  readonly localStore: KeyValueStore;
  readonly session: Session;
  readonly client: CallClient;
  readonly counts: readonly Store<number>[];
};

/** The fourth part of the composition root: the web app as an app of this device (decision D79). */
export async function composeInstallableApp(parts: InstallableAppParts): Promise<InstallableApp> {
  const { localStore, session, client, counts } = parts;
  // English is shown without them.
  await addPageTexts(getI18n()).catch(() => undefined);
  return createInstallableApp({
    device: createAppDevice(window),
    keeper: createAppKeeper(window),
    session: session.state,
    client,
    localStore,
    language: createPageLanguage(document),
    counts,
  });
}
