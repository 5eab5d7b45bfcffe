import { API_BASE, type PATHS } from '@samtal/api-contract';
import type { DeviceNote } from '../../client/ports/push-notes.ts';
import type { WorkerScope } from './worker-scope.ts';

/** Time in which the server must answer. */
const ANSWER_MS = 5000;

/** The server may answer the same request in another way soon. */
const isTemporary = (status: number): boolean => status >= 500 || status === 429;

/** What the server says: it did what was asked, the call is over, or nothing that counts. */
export type ServerSaid = 'done' | 'over' | 'nothing';

/** Tells the server something about a pushed call. */
export async function sayOfCall(
  { fetch, registration }: WorkerScope,
  device: DeviceNote | undefined,
  path: typeof PATHS.pushedCallRinging | typeof PATHS.pushedCallReject,
  secret: string,
): Promise<ServerSaid> {
  const api = device?.api ?? new URL(API_BASE.slice(1), registration.scope).href;
  // Workers of the oldest browsers have no AbortSignal.timeout.
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), ANSWER_MS);
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ secret }),
    keepalive: true,
    signal: limit.signal,
  };
  const answer = await fetch(`${api}${path}`, init).catch(() => undefined);
  clearTimeout(timer);
  if (answer === undefined || isTemporary(answer.status)) return 'nothing';
  return answer.ok ? 'done' : 'over';
}
