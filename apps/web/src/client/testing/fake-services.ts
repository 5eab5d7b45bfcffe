import { createAlerts } from '../alerts.ts';
import type { AppServices } from '../app-services.ts';
import { createCalling } from '../calling.ts';
import { createSettingsEditor } from '../settings-editor.ts';
import { createThemeChoice } from '../theme.ts';
import { createMemoryStore } from './memory-store.ts';

/** Services around a session, as a test needs them: nothing calls, and whatever is `given` stands. */
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
