import type { IncomingMessage } from 'node:http';
import { isLoopbackAddress, isLoopbackHost } from '../../network/loopback.ts';

/** Fields that proxies and content networks add (RFC 7239, RFC 9110 §7.6.3, RFC 8586, and what is in common use). */
const proxyField =
  /^(?:forwarded|via|cdn-loop|x-forwarded\b.*|x-original\b.*|x-real-ip|.*client-ip|.*connecting-ip)$/;

/**
 * Whether a program on this machine sends a request without a proxy between. `Host` must name this machine too: a proxy
 * that adds no field still passes the name on, and a page that DNS rebinding points here sends its own name. nginx asks
 * in HTTP/1.0 where its configuration names no version.
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
