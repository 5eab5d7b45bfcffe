import type { IncomingMessage } from 'node:http';
import { isTrustedProxy } from './visitor-address.ts';

/** Where a client has reached this server: what a request that shall come back here must name. */
export type ServerAddress = {
  /** Lower case; an IPv6 address stands in brackets. */
  readonly host: string;
  readonly port: number;
  readonly transport: 'ws' | 'wss';
};

const PORTS = { ws: 80, wss: 443 } as const;

function addressOf(
  transport: 'ws' | 'wss',
  authority: string,
  defaultPort: number = PORTS[transport],
): ServerAddress | undefined {
  const url = `http://${authority}`;
  // `Host` is the client's word: only a bare host with or without a port counts.
  if (!/^[a-z0-9.:[\]-]+$/i.test(authority) || !URL.canParse(url)) return undefined;
  const port = /:(\d+)$/.exec(authority.replace(/^\[[^\]]*\]/, ''))?.[1];
  return {
    host: new URL(url).hostname,
    port: port === undefined ? defaultPort : Number(port),
    transport,
  };
}

/**
 * The address under which the client of an upgrade request has reached this server. A direct connection has reached
 * `Host` without TLS. libre never names a port there, against RFC 9110 §7.2; then the port of the socket counts. A
 * connection through a reverse proxy on this machine has reached `PUBLIC_URL`, or, without one, what `X-Forwarded-Proto`
 * and `Host` say; `X-Forwarded-Host` may be the visitor's own.
 * @param publicUrl of the web app, when the operator has named it
 */
export function serverAddressOf(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  publicUrl: string | undefined,
): ServerAddress | undefined {
  const isForwarded = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'].some(
    (name) => headers[name] !== undefined,
  );
  if (!isForwarded || !isTrustedProxy(socket.remoteAddress ?? ''))
    return addressOf('ws', headers.host ?? '', socket.localPort);
  if (publicUrl !== undefined) {
    const { protocol, host } = new URL(publicUrl);
    return addressOf(protocol === 'https:' ? 'wss' : 'ws', host);
  }
  const [protocol] = [headers['x-forwarded-proto']].flat();
  const transport = protocol?.split(',')[0]?.trim() === 'https' ? 'wss' : 'ws';
  return addressOf(transport, headers.host ?? '');
}
