import type { DeviceKinds } from './open-devices.ts';

export type Permissions = Pick<globalThis.Permissions, 'query'>;

/** The browser's stored permissions for camera and microphone. */
export type MediaPermission = {
  /** All wanted devices may be opened without a prompt. */
  readonly isGranted: boolean;
  /** At least one wanted device needs a prompt before it can be opened. */
  readonly needsPrompt: boolean;
  /**
   * Calls `onChange` each time the permission changes, also in the browser's settings; the returned function
   * ends it.
   */
  watch(onChange: (isDenied: boolean) => void): () => void;
};

/**
 * Reads the permission for the wanted devices; undefined if the browser does not tell it (no Permissions API,
 * or unknown names).
 */
export async function readMediaPermission(
  permissions: Permissions | undefined,
  { audio, video }: DeviceKinds,
): Promise<MediaPermission | undefined> {
  if (permissions === undefined) return undefined;
  const names = [...(audio ? ['microphone'] : []), ...(video ? ['camera'] : [])] as PermissionName[];
  try {
    const statuses = await Promise.all(names.map((name) => permissions.query({ name })));
    return {
      isGranted: statuses.every(({ state }) => state === 'granted'),
      needsPrompt: statuses.some(({ state }) => state === 'prompt'),
      watch(onChange) {
        const watching = new AbortController();
        const tell = (): void => onChange(statuses.some(({ state }) => state === 'denied'));
        for (const status of statuses) status.addEventListener('change', tell, { signal: watching.signal });
        return () => watching.abort();
      },
    };
  } catch {
    return undefined;
  }
}
