import type { Server } from 'node:http';
import { SIP_PATH } from '@samtal/api-contract';
import { isEqualSecret } from '@samtal/sip';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { basePathOf, originRuleOf } from '../config/web-address.ts';
import type { Meter } from '../domain/meter.ts';
import { serverAddressOf } from '../network/server-address.ts';
import type { IsTrustedProxy } from '../network/trusted-proxies.ts';
import { visitorAddressOf } from '../network/visitor-address.ts';
import type { SipServer } from '../sip/sip-server.ts';
import { attachSipListener } from '../sip/websocket/websocket-listener.ts';
import type { StunListener } from '../stun/udp-listener.ts';
import { listenStun } from '../stun/udp-listener.ts';
import { elapsedMs } from './clock.ts';
import { explainListenError, giveUp, stunProblem } from './give-up.ts';

export const openStun = (config: Config, log: Logger): Promise<StunListener> =>
  listenStun({
    port: config.stunPort,
    host: config.stunHost,
    log,
    answersPerSecond: config.limits.stunAnswers,
  }).catch((error: unknown) => giveUp(stunProblem(error, { host: config.stunHost, port: config.stunPort })));

type SipParts = {
  readonly httpServer: Server;
  readonly sip: SipServer;
  readonly config: Config;
  readonly isTrustedProxy: IsTrustedProxy;
  /**
   * The Authorization value of the server agents of this process, which are exempt from the connection
   * limits.
   */
  readonly agentAuthorization: string;
  readonly meter: Meter;
  readonly log: Logger;
};

/** Accepts SIP over WebSocket on the HTTP server; does nothing if the SIP server is external. */
export function openSip(parts: SipParts): { close(): void } | undefined {
  const { httpServer, sip, config, isTrustedProxy, agentAuthorization, meter, log } = parts;
  if (config.sipEngine !== 'embedded') return undefined;
  const basePath = basePathOf(config.publicUrl);
  return attachSipListener(httpServer, sip, {
    // Phones that know only host and port request `/`.
    paths: [SIP_PATH, '/', `${basePath}${SIP_PATH}`, `${basePath}/`],
    isAllowedOrigin: originRuleOf(config),
    addressOf: (request) => visitorAddressOf(request, isTrustedProxy),
    serverAddressOf: (request) => serverAddressOf(request, { ...config, isTrustedProxy }),
    isServerAgent: ({ headers }) => isEqualSecret(headers.authorization ?? '', agentAuthorization),
    limits: config.limits.sipConnections,
    elapsedMs,
    meter,
    log,
  });
}

/** The host part of a URL with which this process reaches itself. */
const ownHost = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
};

/**
 * Opens the port of the web app, the user API and SIP.
 * @returns host and port with which this process reaches itself
 */
export async function openHttp(app: FastifyInstance, config: Config): Promise<string> {
  await app
    .listen({ port: config.port, host: config.host })
    .catch((error: unknown) => explainListenError(error, config));
  const address = app.server.address();
  const port = address === null || typeof address === 'string' ? config.port : address.port;
  return `${ownHost(config.host)}:${port}`;
}
