import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Pushed, pushedSchema } from '@samtal/api-contract';

/** A push as the push service sees it. */
export type ReceivedPush = {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  /** When it came, in milliseconds since the epoch. */
  readonly at: number;
};

/** A browser that has subscribed: only it can read the pushes to its endpoint. */
export type TestBrowser = {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  /** The pushes to this browser so far, decrypted and checked, in their order. */
  pushed(): readonly Pushed[];
  /** The same, as the push service sees them. */
  received(): readonly ReceivedPush[];
};

export type TestPushService = {
  readonly origin: string;
  subscribe(): TestBrowser;
  /** Answers all further pushes so; undefined = 201 again. */
  answer(how: ((response: ServerResponse) => void) | undefined): void;
  readonly received: readonly ReceivedPush[];
  close(): Promise<void>;
};

const read = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** Decrypts a push as a browser does (RFC 8291 §3.4, RFC 8188 §2), without the library of the server. */
function decrypt(
  body: Buffer,
  { privateKey, publicKey, auth }: { privateKey: Buffer; publicKey: Buffer; auth: Buffer },
): string {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + idLength);
  const record = body.subarray(21 + idLength);
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey]);
  const material = Buffer.from(hkdfSync('sha256', curve.computeSecret(senderKey), auth, info, 32));
  const derive = (name: string, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', material, salt, `Content-Encoding: ${name}\0`, length));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  return padded.subarray(0, end).toString();
}

/**
 * Checks the signature of a push (RFC 8292 §2).
 * @returns the claims of its token
 */
export function readVapid(authorization: string | undefined, publicKey: string): Record<string, unknown> {
  const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization ?? '') ?? [];
  if (key !== publicKey) throw new Error('the push names another key');
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const jwk = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' });
  const [header = '', claims = '', signature = ''] = token.split('.');
  const isRight = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: jwk, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isRight) throw new Error('the push is not signed with the key');
  return JSON.parse(Buffer.from(claims, 'base64url').toString());
}

/** A push service on this machine that keeps what it receives, and browsers that have subscribed to it. */
export async function startPushService(): Promise<TestPushService> {
  const received: ReceivedPush[] = [];
  let answer: ((response: ServerResponse) => void) | undefined;
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = Date.now();
    const body = await read(request);
    received.push({ at, path: request.url ?? '', headers: request.headers, body });
    if (answer === undefined) response.writeHead(201).end();
    else answer(response);
  }
  const server = createServer((request, response) => void receive(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    received,
    answer: (how) => void (answer = how),
    subscribe() {
      const curve = createECDH('prime256v1');
      const publicKey = curve.generateKeys();
      const [privateKey, auth] = [curve.getPrivateKey(), randomBytes(16)];
      const path = `/wpush/${randomBytes(16).toString('base64url')}`;
      const own = () => received.filter((push) => push.path === path);
      return {
        endpoint: `${origin}${path}`,
        p256dh: publicKey.toString('base64url'),
        auth: auth.toString('base64url'),
        received: own,
        pushed: () =>
          own().map(({ body }) =>
            pushedSchema.parse(JSON.parse(decrypt(body, { privateKey, publicKey, auth }))),
          ),
      };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
