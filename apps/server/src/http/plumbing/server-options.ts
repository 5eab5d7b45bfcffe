import type { IncomingMessage } from 'node:http';
import { HTTP_LIMITS } from '../../domain/limits/limits.ts';

/** How long a request may take to arrive, and how often this is checked. */
export type Patience = { readonly requestMs: number; readonly headersMs: number; readonly checkMs: number };

/**
 * Options of Node's servers, plain and with TLS: they end the connections of slow senders (Node by itself looks for them
 * only every 30 s), and go on in HTTP/1.1 where a client offers another protocol than WebSocket (RFC 9110 §7.8).
 */
export const serverOptions = ({ requestMs, headersMs, checkMs }: Patience) => ({
  requestTimeout: requestMs,
  headersTimeout: headersMs,
  connectionsCheckingInterval: checkMs,
  keepAliveTimeout: HTTP_LIMITS.keepAliveMs,
  shouldUpgradeCallback: ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket',
});
