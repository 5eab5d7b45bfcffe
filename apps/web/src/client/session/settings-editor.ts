import { isWebSettingKey, type KeyValue, type Settings, type WebSettingKey } from '@samtal/api-contract';
import type { Alerts } from '../alerts/alerts.ts';
import { createStore, type Store } from '../store/store.ts';
import type { Session } from './session.ts';

/** The id of the alert about saving (docs/requirements.md 3.3 "Alert ids"). */
const alertId = 'saved';

export type SettingsEdit = {
  /** The settings in effect, with unsaved changes applied. */
  readonly values: Settings;
  /** Whether a value differs from the setting in effect. */
  readonly isChanged: boolean;
  readonly isSaving: boolean;
};

/** The user's unsaved changes to the settings; they survive a call. */
export type SettingsEditor = {
  readonly state: Store<SettingsEdit>;
  readonly change: (key: WebSettingKey, value: string) => void;
  /** Sends only the changes (SET-23); changes that could not be saved are kept. */
  readonly save: () => Promise<void>;
  /** Saves one setting immediately; other unsaved changes stay unsaved. */
  readonly saveOne: (key: WebSettingKey, value: string) => Promise<void>;
  readonly discard: () => void;
  /** Removes the message about saving; to be called when the user leaves the page (SET-24, A-102). */
  readonly resetSaved: () => void;
};

export function createSettingsEditor(session: Session, alerts: Alerts): SettingsEditor {
  let changes: Settings = {};
  let savingCount = 0;

  const inEffect = (): Settings => {
    const now = session.state.get();
    return now.phase === 'signedIn' ? now.settings : {};
  };
  const changed = (): readonly KeyValue[] => {
    const saved = inEffect();
    return Object.entries(changes).flatMap(([key, value]) =>
      isWebSettingKey(key) && value !== saved[key] ? [{ key, value }] : [],
    );
  };
  const read = (): SettingsEdit => ({
    values: { ...inEffect(), ...changes },
    isChanged: changed().length > 0,
    isSaving: savingCount > 0,
  });
  const state = createStore(read());
  const publish = (): void => state.set(read());

  session.state.subscribe(() => {
    // One user's unsaved changes are not kept for the next user.
    if (session.state.get().phase !== 'signedIn') changes = {};
    publish();
  });

  const resetSaved = (): void => alerts.clear(alertId);

  async function send(settings: readonly KeyValue[], isPassing: boolean): Promise<void> {
    savingCount += 1;
    publish();
    const failure = await session.saveSettings(settings);
    savingCount -= 1;
    changes = Object.fromEntries(changed().map(({ key, value }) => [key, value]));
    publish();
    // If the session has ended meanwhile, the login page shows a message about that.
    if (session.state.get().phase !== 'signedIn') return;
    if (failure === undefined)
      alerts.show({ id: alertId, type: 'success', message: { key: 'settings.saved' } }, { flash: isPassing });
    else alerts.show({ id: alertId, type: 'danger', message: { key: 'settings.notsaved' } });
  }

  return {
    state,
    change(key, value) {
      changes = { ...changes, [key]: value };
      resetSaved();
      publish();
    },
    save: () => send(changed(), false),
    saveOne: (key, value) => send([{ key, value }], true),
    discard() {
      changes = {};
      resetSaved();
      publish();
    },
    resetSaved,
  };
}
