import type { IncomingMessage } from 'node:http';
import type { IsTrustedProxy } from './trusted-proxies.ts';

/** The address at which a client reached this server; Record-Route names it. */
export type ServerAddress = {
  /** Lower case; an IPv6 address is in brackets. */
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
  // The client chooses `Host`, so only a bare host with an optional port is accepted.
  if (!/^[a-z0-9.:[\]-]+$/i.test(authority) || !URL.canParse(url)) return undefined;
  const port = /:(\d+)$/.exec(authority.replace(/^\[[^\]]*\]/, ''))?.[1];
  return {
    host: new URL(url).hostname,
    port: port === undefined ? defaultPort : Number(port),
    transport,
  };
}

type Entrance = {
  /** Address of the web app, if the operator has set it. */
  readonly publicUrl: string | undefined;
  readonly isTrustedProxy: IsTrustedProxy;
};

/** Whether this is a TLS socket. */
const isEncrypted = (socket: object): boolean => 'encrypted' in socket && socket.encrypted === true;

/**
 * The address at which the client of an upgrade request reached this server. A direct connection reached
 * `Host`, with TLS on the port for the network of this machine only; libre sends no port in `Host`, against RFC 9110 §7.2, so the port of the socket is used
 * then. A connection through a trusted reverse proxy reached `PUBLIC_URL`, or, without it, the address in
 * `X-Forwarded-Proto` and `Host`; `X-Forwarded-Host` is ignored, because clients can set it.
 */
export function serverAddressOf(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  { publicUrl, isTrustedProxy }: Entrance,
): ServerAddress | undefined {
  const isForwarded = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'].some(
    (name) => headers[name] !== undefined,
  );
  if (!isForwarded || !isTrustedProxy(socket.remoteAddress ?? ''))
    return addressOf(isEncrypted(socket) ? 'wss' : 'ws', headers.host ?? '', socket.localPort);
  if (publicUrl !== undefined) {
    const { protocol, host } = new URL(publicUrl);
    return addressOf(protocol === 'https:' ? 'wss' : 'ws', host);
  }
  const [protocol] = [headers['x-forwarded-proto']].flat();
  const transport = protocol?.split(',')[0]?.trim() === 'https' ? 'wss' : 'ws';
  return addressOf(transport, headers.host ?? '');
}
