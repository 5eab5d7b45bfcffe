import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { passUpgrade } from './folder-proxy.ts';

export type UpdatedSite = {
  readonly url: string;
  /** From now on the site has the next build of the web app, and no file of the one before. */
  readonly update: () => void;
  readonly close: () => void;
};

/** A file with a hash in its name: the part before the hash, the first character of the hash, and the rest. */
const hashed = /\b([A-Za-z][\w-]*?-)([\w-])([\w-]{7}\.(?:js|css))(?!\.map)/g;

/**
 * A reverse proxy before `port` which can have a next build of the same web app: in all files, each name with a
 * hash is another one. The names of the build before give 404, as after the update of a server.
 */
export async function startUpdatedSite(port: number): Promise<UpdatedSite> {
  let isUpdated = false;
  const toNext = (text: string): string =>
    text
      .replaceAll(hashed, (_name, start: string, _first, rest: string) => `${start}~${rest}`)
      .replace(/(version:["'`])([0-9a-f]{11})[0-9a-f](["'`])/, '$1$2z$3');
  const originals = new Map<string, string>();
  async function answerRequest(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method, url = '/', headers } = incoming;
    // What the browser has is of the build before.
    const { 'if-none-match': _etag, 'if-modified-since': _since, ...others } = headers;
    const isFile = url.startsWith('/assets/');
    if (isUpdated && isFile && !url.includes('~')) return void outgoing.writeHead(404).end();
    const inner = request({
      host: '127.0.0.1',
      port,
      method,
      path: url.startsWith('/assets/') ? (originals.get(url) ?? url) : url,
      headers: { ...others, 'accept-encoding': 'identity' },
    });
    inner.on('error', () => outgoing.writeHead(502).end());
    outgoing.on('close', () => inner.destroy());
    incoming.pipe(inner);
    const [answer] = (await once(inner, 'response')) as [IncomingMessage];
    const isText = /\/(?:html|javascript|css)/.test(answer.headers['content-type'] ?? '');
    if (!isUpdated || !isText) {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      return void answer.pipe(outgoing);
    }
    const parts: Buffer[] = [];
    for await (const part of answer) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString();
    for (const [name] of text.matchAll(hashed)) originals.set(`/assets/${toNext(name)}`, `/assets/${name}`);
    const { 'content-length': _length, etag: _old, 'last-modified': _time, ...rest } = answer.headers;
    outgoing.writeHead(answer.statusCode ?? 502, rest).end(toNext(text));
  }
  const site = createServer((incoming, outgoing) => {
    answerRequest(incoming, outgoing).catch(() => outgoing.destroy());
  });
  site.on('upgrade', ({ method, url, headers }, socket, head) =>
    passUpgrade(request({ host: '127.0.0.1', port, method, path: url, headers }), socket, head),
  );
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  return {
    url: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    update: () => void (isUpdated = true),
    close() {
      site.closeAllConnections();
      site.close();
    },
  };
}
