import { once } from 'node:events';
import { expect } from '@playwright/test';
import type { ScriptedPhone } from '../../apps/server/src/sip/testing/scripted-phone.ts';
import { connectPhone } from '../../apps/server/src/sip/testing/scripted-phone.ts';

type Owner = {
  /** User part of the address. */
  readonly name: string;
  /** Username of the credentials, if it differs. */
  readonly digestName?: string;
  readonly secret: string;
  readonly device: string;
};

type RawPhone = ScriptedPhone & {
  /** Sends a request, answers the challenge, and resolves to the final status. */
  status(method: string, target: string): Promise<number>;
  /** REGISTER for an address of the demo domain; resolves to the final status. */
  register(address: string): Promise<number>;
};

/**
 * A SIP phone without a browser, over its own WebSocket. It uses the name and secret that it is given, and answers
 * OPTIONS.
 */
export async function openRawPhone(
  uri: string,
  { name, digestName = name, secret, device }: Owner,
): Promise<RawPhone> {
  const socket = new WebSocket(uri, 'sip');
  await once(socket, 'open');
  const phone = connectPhone(
    {
      accept(connection) {
        socket.addEventListener('message', ({ data }) => {
          if (String(data).trim() === '') return;
          connection.send(String(data));
          const last = phone.heard.at(-1);
          if (last?.kind === 'request' && last.method === 'OPTIONS') phone.respond(last, 200);
        });
        socket.addEventListener('close', ({ code, reason }) => connection.close(code, reason));
        return { receive: (text) => socket.send(text), closed: () => socket.close() };
      },
    },
    { name, password: secret, device },
  );
  const finals = (method: string): number[] => phone.statuses(method).filter((status) => status >= 200);
  async function status(method: string, target: string, uriOfRequest = `sip:${target}`): Promise<number> {
    const before = finals(method).length;
    const first = phone.request(method, target, { uri: uriOfRequest });
    await expect.poll(() => finals(method).length).toBe(before + 1);
    const answer = phone.answer(method);
    if (answer.status !== 401 && answer.status !== 407) return answer.status;
    phone.authorize(first, answer, { username: digestName });
    await expect.poll(() => finals(method).length).toBe(before + 2);
    return finals(method).at(-1) ?? 0;
  }
  return {
    ...phone,
    status,
    register: (address) => status('REGISTER', address, 'sip:demo.example'),
  };
}
