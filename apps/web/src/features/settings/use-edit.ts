import { useAppServices } from '../../client/hooks/app-services.ts';
import type { SettingsEdit, SettingsEditor } from '../../client/session/settings-editor.ts';
import { useStore } from '../../client/store/use-store.ts';

/** What is being chosen, and what can be done with it. */
export function useEdit(): SettingsEdit & Omit<SettingsEditor, 'state'> {
  const { settingsEditor } = useAppServices();
  return { ...useStore(settingsEditor.state), ...settingsEditor };
}
