import { useAppServices } from '../../client/hooks/app-services.ts';
import type { SettingsEdit, SettingsEditor } from '../../client/session/settings-editor.ts';
import { useStore } from '../../client/store/store.ts';

/** The settings that the user is editing, and the actions on them, such as `save` and `discard`. */
export function useEdit(): SettingsEdit & Omit<SettingsEditor, 'state'> {
  const { settingsEditor } = useAppServices();
  return { ...useStore(settingsEditor.state), ...settingsEditor };
}
