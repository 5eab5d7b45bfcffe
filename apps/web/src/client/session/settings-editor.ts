import { isWebSettingKey, type KeyValue, type Settings, type WebSettingKey } from '@samtal/api-contract';
import type { Alerts } from '../alerts/alerts.ts';
import { createStore, type Store } from '../store/store.ts';
import type { Session } from './session.ts';

/** Requirements 3.3 "Alert ids". */
const alertId = 'saved';

export type SettingsEdit = {
  /** What is in effect, with what has been changed on top. */
  readonly values: Settings;
  /** Something differs from what is in effect. */
  readonly isChanged: boolean;
  readonly isSaving: boolean;
};

/** What a person is choosing, until they save it; a call that comes between takes nothing of it away. */
export type SettingsEditor = {
  readonly state: Store<SettingsEdit>;
  readonly change: (key: WebSettingKey, value: string) => void;
  /** Sends what has changed and nothing else (SET-23); what could not be saved stays chosen. */
  readonly save: () => Promise<void>;
  /** Changes one setting at once, beside whatever else is being chosen. */
  readonly saveOne: (key: WebSettingKey, value: string) => Promise<void>;
  readonly discard: () => void;
  /** The page was left: what it said about saving is over (SET-24, A-102). */
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
    // Nothing that one person chose is there for the next.
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
    // A session that has ended says so itself.
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
