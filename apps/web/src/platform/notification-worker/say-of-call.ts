import { API_BASE, type PATHS } from '@samtal/api-contract';
import type { DeviceNote } from '../../client/ports/push-notes.ts';
import type { WorkerScope } from './worker-scope.ts';

/** Tells the server something about a pushed call. A failure changes nothing: the call rings on or ends. */
export async function sayOfCall(
  { fetch, registration }: WorkerScope,
  device: DeviceNote | undefined,
  path: typeof PATHS.pushedCallRinging | typeof PATHS.pushedCallReject,
  secret: string,
): Promise<void> {
  const api = device?.api ?? new URL(API_BASE.slice(1), registration.scope).href;
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ secret }),
    keepalive: true,
  };
  await fetch(`${api}${path}`, init).catch(() => undefined);
}
