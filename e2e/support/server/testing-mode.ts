import { leaveOutOnCluster } from '../cluster/on-cluster.ts';
import type { WireMessage } from '../wire/wire-rules.ts';

/** The faults that a journey may order from a server in test mode; against a cluster it is left out. */
export const testingMode = (url: string) => {
  leaveOutOnCluster('needs /test/* of a server in test mode');
  const order = async (path: string, body?: object): Promise<void> => {
    const answer = await fetch(`${url}/test/${path}`, {
      method: 'POST',
      ...(body === undefined
        ? {}
        : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  };
  const read = async <T>(path: string): Promise<T> =>
    (await fetch(`${url}/test/${path}`)).json() as Promise<T>;
  return {
    /** Removes all orders and the log of SIP messages. */
    reset: () => order('reset'),
    answerRegister: (status: number, more: { times?: number; retryAfter?: number; username: string }) =>
      order('sip/register-answer', { status, ...more }),
    answer: (method: string, status: number, more: { times?: number; username?: string } = {}) =>
      order('sip/answer', { method, status, ...more }),
    /** Makes the user API give this answer at `path`; without `status`, its own answer after `delayMs`. */
    answerHttp: (path: string, answer: { status?: number; delayMs?: number; times?: number }) =>
      order('http/answer', { path, ...answer }),
    delay: (ms: number, methods: string[]) => order('sip/delay', { ms, methods }),
    drop: (username: string) => order('sip/drop', { username }),
    wire: () => read<WireMessage[]>('sip/wire'),
    /** The positions that callers of the server agent `112` have sent. */
    positions: () => read<{ latitude: number; longitude: number; caller: string }[]>('positions'),
    counters: () => read<Record<string, number>>('sip/counters'),
  };
};
