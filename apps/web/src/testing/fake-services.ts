import { createAlerts } from '../client/alerts/alerts.ts';
import { createCalling } from '../client/calling/calling.ts';
import type { AppServices } from '../client/hooks/app-services.ts';
import { createThemeChoice } from '../client/product/theme.ts';
import { createSettingsEditor } from '../client/session/settings-editor.ts';
import { createMemoryStore } from './memory-store.ts';

/** Services around a session for tests: calling does nothing, and `given` overrides the defaults. */
export function createFakeServices(
  given: Pick<AppServices, 'brand' | 'session'> & Partial<AppServices>,
): AppServices {
  const { brand, session } = given;
  const localStore = given.localStore ?? createMemoryStore();
  const alerts = given.alerts ?? createAlerts({ setTimer: () => () => {} });
  return {
    calling: createCalling({ brand, load: () => new Promise(() => {}) }),
    settingsEditor: createSettingsEditor(session, alerts),
    themeChoice: createThemeChoice({ store: localStore, prefersDark: false, prefersContrast: false }),
    chooseLanguage: async () => {},
    tabStore: createMemoryStore(),
    hasWebRtc: true,
    version: '8.2.3-1',
    commit: 'abcdef1',
    year: 2031,
    ...given,
    localStore,
    alerts,
  };
}
