import type { DeviceKinds } from './open-devices.ts';

export type Permissions = Pick<globalThis.Permissions, 'query'>;

/** What the browser remembers about camera and microphone. */
export type MediaPermission = {
  /** Every wanted device may be opened without asking. */
  readonly isGranted: boolean;
  /** At least one wanted device cannot be opened before the person has answered a prompt. */
  readonly needsPrompt: boolean;
  /** Calls `onChange` each time the person decides anew, also in the browser's own settings; the result ends it. */
  watch(onChange: (isDenied: boolean) => void): () => void;
};

/** Undefined where the browser does not tell (no Permissions API, or it does not know these names). */
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
