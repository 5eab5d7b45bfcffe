import type { Settings, WebSettingKey } from '@samtal/api-contract';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { useStore } from '../../client/store/store.ts';

const noSettings: Settings = {};

/** The user's settings; empty when not logged in. */
export function useSettings(): Settings {
  const session = useStore(useAppServices().session.state);
  return session.phase === 'signedIn' ? session.settings : noSettings;
}

export type CallSettings = {
  /** The user's settings, with what was changed in this call. */
  readonly settings: Settings;
  /** Changes a setting at once for this call, and keeps it if `isKept`. */
  readonly change: (key: WebSettingKey, value: string) => void;
  /** Whether the user may keep settings of the text (SET-26, KIOSK-10). */
  readonly isKept: boolean;
};

/** Settings that the user can change during a call without leaving it. */
export function useCallSettings(): CallSettings {
  const { session, alerts, launch } = useAppServices();
  const saved = useSettings();
  const [changes, setChanges] = useState<Settings>({});
  const state = useStore(session.state);
  const isKept =
    state.phase === 'signedIn' &&
    launch === undefined &&
    state.features.settings &&
    state.features.changeText;
  const waiting = useRef(new Map<WebSettingKey, string>());
  const isSaving = useRef(false);

  const change = useCallback(
    (key: WebSettingKey, value: string): void => {
      setChanges((before) => ({ ...before, [key]: value }));
      if (!isKept) return;
      waiting.current.set(key, value);
      if (isSaving.current) return;
      isSaving.current = true;
      void saveAll();

      /** One request at a time, so that the newest value is the last one to arrive. */
      async function saveAll(): Promise<void> {
        let hasFailed = false;
        while (waiting.current.size > 0) {
          const next = Array.from(waiting.current, ([name, to]) => ({ key: name, value: to }));
          waiting.current.clear();
          hasFailed = (await session.saveSettings(next)) !== undefined;
        }
        isSaving.current = false;
        if (hasFailed) alerts.show({ id: 'saved', type: 'danger', message: { key: 'settings.notsaved' } });
      }
    },
    [isKept, session, alerts],
  );

  const settings = useMemo(() => ({ ...saved, ...changes }), [saved, changes]);
  return { settings, change, isKept };
}
