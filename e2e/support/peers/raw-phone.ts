import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { expect } from '@playwright/test';
import { WebSocket } from 'ws';
import type { RequestOptions, ScriptedPhone } from '../../../apps/server/src/sip/testing/scripted-phone.ts';
import { connectPhone } from '../../../apps/server/src/sip/testing/scripted-phone.ts';

type Owner = {
  /** User part of the address. */
  readonly name: string;
  /** Username of the credentials, if it differs. */
  readonly digestName?: string;
  readonly secret: string;
  readonly device: string;
  /** The network address of the phone, as a reverse proxy reports it. */
  readonly visitor?: string;
};

/** The TCP connection of a phone over WebSocket. */
export type PhoneConnection = {
  readonly port: number;
  /** Reads nothing from now on, as a device whose network is gone. */
  fallSilent(): void;
};

type RawPhone = ScriptedPhone & {
  /** Undefined = over UDP. */
  readonly connection?: PhoneConnection;
  /** Sends a request, answers the challenge, and resolves to the final status. */
  status(method: string, target: string): Promise<number>;
  /** REGISTER for an address of the demo domain; resolves to the final status. */
  register(address: string, options?: RequestOptions): Promise<number>;
};

/** Opens a way to a SIP server for the texts of a phone. */
type OpenWay = (
  uri: string,
  handlers: { heard(text: string): void; closed(code: number, reason: string): void },
  visitor?: string,
) => Promise<{
  readonly udp?: string;
  readonly connection?: PhoneConnection;
  send(text: string): void;
  close(): void;
}>;

const openWebSocket: OpenWay = async (uri, { heard, closed }, visitor) => {
  const headers = visitor === undefined ? {} : { 'X-Forwarded-For': visitor };
  // A test that speaks TLS has a certificate of its own.
  const socket = new WebSocket(uri, 'sip', { rejectUnauthorized: false, headers });
  const upgraded = once(socket, 'upgrade') as Promise<[IncomingMessage]>;
  await once(socket, 'open');
  const [{ socket: tcp }] = await upgraded;
  socket.on('message', (data: Buffer) => heard(data.toString()));
  socket.addEventListener('close', ({ code, reason }) => closed(code, reason));
  return {
    connection: {
      port: tcp.localPort ?? 0,
      fallSilent: () => socket.pause(),
    },
    send: (text) => socket.send(text),
    close: () => socket.close(),
  };
};

/** A way over UDP, as most SIP phones have it; `uri` has a host and a port. */
const openUdp: OpenWay = async (uri, { heard }) => {
  const { hostname, port } = new URL(uri.replace('sip:', 'http://'));
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  socket.on('message', (data) => heard(String(data)));
  return {
    udp: `127.0.0.1:${socket.address().port}`,
    send: (text) => socket.send(text, Number(port), hostname),
    close: () => socket.close(),
  };
};

/**
 * A SIP phone without a browser, over its own WebSocket, or over UDP to a `sip:` address. It uses the name and secret that it is given, and answers
 * OPTIONS.
 */
export async function openRawPhone(
  uri: string,
  { name, digestName = name, secret, device, visitor }: Owner,
): Promise<RawPhone> {
  const toPhone = {
    heard: (_text: string): void => undefined,
    closed: (_code: number, _reason: string): void => undefined,
  };
  const handlers = {
    heard: (text: string): void => toPhone.heard(text),
    closed: (code: number, reason: string): void => toPhone.closed(code, reason),
  };
  const way = await (uri.startsWith('sip:') ? openUdp : openWebSocket)(uri, handlers, visitor);
  const phone = connectPhone(
    {
      accept(connection) {
        toPhone.heard = (text) => {
          if (text.trim() === '') return;
          connection.send(text);
          const last = phone.heard.at(-1);
          if (last?.kind === 'request' && last.method === 'OPTIONS') phone.respond(last, 200);
        };
        toPhone.closed = (code, reason) => connection.close(code, reason);
        return { receive: (text) => way.send(text), closed: () => way.close() };
      },
    },
    { name, password: secret, device, ...(way.udp !== undefined && { udp: way.udp }) },
  );
  const finals = (method: string): number[] => phone.statuses(method).filter((status) => status >= 200);
  async function status(method: string, target: string, options: RequestOptions = {}): Promise<number> {
    const before = finals(method).length;
    const first = phone.request(method, target, options);
    await expect.poll(() => finals(method).length).toBe(before + 1);
    const answer = phone.answer(method);
    if (answer.status !== 401 && answer.status !== 407) return answer.status;
    phone.authorize(first, answer, { username: digestName });
    await expect.poll(() => finals(method).length).toBe(before + 2);
    return finals(method).at(-1) ?? 0;
  }
  return {
    ...phone,
    ...(way.connection !== undefined && { connection: way.connection }),
    status: (method, target) => status(method, target),
    register: (address, options = {}) => status('REGISTER', address, { uri: 'sip:demo.example', ...options }),
  };
}
