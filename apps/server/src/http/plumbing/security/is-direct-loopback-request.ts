import type { IncomingMessage } from 'node:http';
import { isLoopbackAddress, isLoopbackHost } from '../../../network/loopback.ts';

/** Header fields that proxies and CDNs add (RFC 7239, RFC 9110 §7.6.3, RFC 8586, and common practice). */
const proxyField =
  /^(?:forwarded|via|cdn-loop|x-forwarded\b.*|x-original\b.*|x-real-ip|.*client-ip|.*connecting-ip)$/;

/**
 * Whether a program on this machine sent the request without a proxy in between. `Host` must name this
 * machine too: a proxy that adds no field still passes on the public name, and a page that reaches this
 * server by DNS rebinding sends its own name. HTTP/1.0 is excluded, because nginx uses it unless configured
 * otherwise.
 */
export function isDirectLoopbackRequest({ socket, headers, httpVersion }: IncomingMessage): boolean {
  const host = headers.host?.replace(/:\d+$/, '') ?? '';
  return (
    isLoopbackAddress(socket.remoteAddress ?? '') &&
    isLoopbackHost(host) &&
    httpVersion !== '1.0' &&
    !Object.keys(headers).some((name) => proxyField.test(name))
  );
}
