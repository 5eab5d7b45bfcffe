import type { Brand } from '@samtal/api-contract';
import { createAlerts } from '../../client/alerts/alerts.ts';
import { createCalling } from '../../client/calling/calling.ts';
import type { AppServices } from '../../client/hooks/app-services.ts';
import { createThemeChoice } from '../../client/product/theme.ts';
import type { Session } from '../../client/session/session.ts';
import { createSettingsEditor } from '../../client/session/settings-editor.ts';
import type { KeyValueStore } from '../../client/store/key-value-store.ts';
import { createStore } from '../../client/store/store.ts';

const nothing = (): void => undefined;
const done = async (): Promise<void> => undefined;
const empty: KeyValueStore = { get: () => undefined, set: nothing, remove: nothing, clear: nothing };

/** Services of a browser about which nothing is known: it has no session and does nothing. */
export function stillServices(brand: Brand): AppServices {
  const session: Session = {
    state: createStore({ phase: 'signedOut' }),
    begin: nothing,
    tryAgain: nothing,
    login: done,
    loginAnonymously: done,
    loginWithProvider: done,
    answerSecondStep: done,
    loginVisitor: async () => undefined,
    logout: done,
    followLogout: done,
    end: nothing,
    accountLeaves: nothing,
    saveSettings: async () => undefined,
    reloadSettings: done,
    reloadUser: done,
    passwordChanged: nothing,
  };
  const alerts = createAlerts({ setTimer: () => nothing });
  return {
    brand,
    session,
    calling: createCalling({ brand, load: () => Promise.reject(new Error('nothing is called here')) }),
    alerts,
    settingsEditor: createSettingsEditor(session, alerts),
    themeChoice: createThemeChoice({ store: empty, prefersDark: false, prefersContrast: false }),
    chooseLanguage: done,
    localStore: empty,
    tabStore: empty,
    hasWebRtc: true,
    version: '',
    commit: '',
    year: 0,
  };
}
