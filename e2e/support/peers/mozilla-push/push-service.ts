import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readVapid } from '../../../../apps/server/src/web-push/testing/push-service.ts';
import { createBrowserConnections } from './browser-connections.ts';

export type AcceptedPush = {
  /** In milliseconds since the epoch. */
  readonly at: number;
  readonly urgency: string | undefined;
  /** What the browser has said of it: 100 = its service worker has got it. */
  code?: number;
};

export type MozillaPushService = {
  /** To be permitted by the server, in `PUSH_SERVICES`. */
  readonly origin: string;
  /** For Firefox, in `dom.push.serverURL`. */
  readonly address: string;
  readonly accepted: readonly AcceptedPush[];
  /** Why pushes were refused. */
  readonly refused: readonly string[];
  /** How often a browser has connected. */
  connections(): number;
  subscriptions(): number;
  /** Loses all subscriptions, as a push service may at any time. */
  forget(): void;
  close(): Promise<void>;
};

/** A server may sign for a day at most (RFC 8292 §2). */
const DAY_SECONDS = 24 * 60 * 60;
const PATH = '/wpush/v2/';

/** Why a push is refused, with the status of RFC 8030 and RFC 8292. */
class Refusal extends Error {
  readonly status: number;
  constructor(status: number, reason: string) {
    super(reason);
    this.status = status;
  }
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Refuses a push that the owner of `key` has not signed for this service (RFC 8292 §4.2). */
function checkSender(authorization: string | undefined, key: string, origin: string): void {
  if (authorization === undefined) throw new Refusal(401, 'not signed');
  let claims: Record<string, unknown>;
  try {
    claims = readVapid(authorization, key);
  } catch (error) {
    throw new Refusal(403, String(error));
  }
  const leftSeconds = Number(claims['exp']) - Date.now() / 1000;
  if (claims['aud'] !== origin) throw new Refusal(403, `signed for ${String(claims['aud'])}`);
  if (!(leftSeconds > 0 && leftSeconds <= DAY_SECONDS)) throw new Refusal(403, 'signed for another time');
  if (!/^(mailto|https):/.test(String(claims['sub']))) throw new Refusal(403, 'signed without a contact');
}

/**
 * A push service on this machine to which Firefox connects as to Mozilla's (WebSocket), and to which servers
 * post pushes (RFC 8030). It checks who has signed a push and hands it on as it came: it could not read it.
 */
export async function startMozillaPushService(): Promise<MozillaPushService> {
  const accepted: AcceptedPush[] = [];
  const refused: string[] = [];
  const http = createServer().listen(0, '127.0.0.1');
  await once(http, 'listening');
  const host = `127.0.0.1:${(http.address() as AddressInfo).port}`;
  const origin = `http://${host}`;
  const browsers = createBrowserConnections(http, (channelId) => `${origin}${PATH}${channelId}`);

  async function accept(request: IncomingMessage): Promise<void> {
    const body = await read(request);
    const { method, url = '', headers } = request;
    const channelId = url.replace(PATH, '');
    const key = browsers.keyOf(channelId);
    if (method !== 'POST' || !url.startsWith(PATH)) throw new Refusal(404, `${method} ${url}`);
    if (key === undefined) throw new Refusal(410, 'no such subscription');
    checkSender(headers.authorization, key, origin);
    const { ttl, urgency, topic, 'content-encoding': encoding } = headers;
    if (!/^\d+$/.test(String(ttl))) throw new Refusal(400, 'no lifetime');
    if (encoding !== 'aes128gcm') throw new Refusal(415, `encoded as ${encoding}`);
    const push: AcceptedPush = { at: Date.now(), urgency: urgency?.toString() };
    accepted.push(push);
    browsers.send({
      channelId,
      body,
      encoding,
      topic: topic?.toString(),
      until: push.at + Number(ttl) * 1000,
      acknowledged: (code) => void (push.code = code),
    });
  }

  http.on('request', (request, response) => {
    accept(request).then(
      () => response.writeHead(201).end(),
      (error: unknown) => {
        refused.push(String(error));
        response.writeHead(error instanceof Refusal ? error.status : 500).end();
      },
    );
  });

  return {
    origin,
    address: `ws://${host}/`,
    accepted,
    refused,
    connections: browsers.connections,
    subscriptions: browsers.subscriptions,
    forget: browsers.forget,
    async close() {
      browsers.close();
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
}
