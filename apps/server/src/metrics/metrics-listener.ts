import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { METRICS_LIMITS } from '../domain/limits/limits.ts';
import { nothing } from '../domain/nothing.ts';
import { isLoopbackAddress, isLoopbackHost } from '../network/loopback.ts';
import { createServer } from '../network/node-http.ts';

type Options = {
  readonly port: number;
  readonly host: string;
  readonly metrics: { readonly contentType: string; text(): Promise<string> };
};

export type MetricsListener = { close(): Promise<void> };

/**
 * A page in a browser on this machine must not read the metrics by a name that it has bound to a loopback address (DNS
 * rebinding): on a loopback address, Host must be one too.
 */
function isMisled({ socket, headers }: IncomingMessage): boolean {
  const host = (headers.host ?? '').replace(/:\d+$/, '');
  return isLoopbackAddress(socket.localAddress ?? '') && !isLoopbackHost(host);
}

/**
 * Serves the metrics of Prometheus at `/metrics` on a port of their own. Requests that arrive while they are collected
 * get the same answer, so that many readers cost no more than one.
 */
export async function listenForMetrics({ port, host, metrics }: Options): Promise<MetricsListener> {
  let collecting: Promise<string> | undefined;
  const collect = (): Promise<string> => {
    collecting ??= metrics.text().finally(() => {
      collecting = undefined;
    });
    return collecting;
  };

  const answer = (response: ServerResponse, status: number, text: string, more: object = {}): void => {
    response.writeHead(status, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...more,
    });
    response.end(text);
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path] = (request.url ?? '').split('?');
    if (isMisled(request)) answer(response, 403, 'Host must name this machine.\n');
    else if (path !== '/metrics') answer(response, 404, 'There is only /metrics here.\n');
    else if (request.method !== 'GET' && request.method !== 'HEAD')
      answer(response, 405, 'Only GET is allowed.\n', { Allow: 'GET, HEAD' });
    else answer(response, 200, await collect(), { 'Content-Type': metrics.contentType });
  }

  const { connections, requestMs, checkMs } = METRICS_LIMITS;
  const server = createServer(
    { requestTimeout: requestMs, headersTimeout: requestMs, connectionsCheckingInterval: checkMs },
    (request, response) => {
      request.resume();
      handle(request, response).catch(() => answer(response, 500, 'The metrics could not be collected.\n'));
    },
  );
  server.maxConnections = connections;
  server.listen({ port, host });
  await once(server, 'listening');
  // An error of one connection must not end the process.
  server.on('error', nothing);
  return {
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
