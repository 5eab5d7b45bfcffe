import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { HTTP_LIMITS } from '../../../domain/limits/limits.ts';

/**
 * Ends a connection that sends more requests than may wait for their answers (RFC 9112 §9.3.2). Node parses
 * thousands of pipelined requests from one read, before it checks whether their answers are read; each would
 * need memory for its answer.
 */
export function limitPipelining(handle: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    // This request was already read when the connection was ended.
    if (socket.destroyed) return;
    const count = (waiting.get(socket) ?? 0) + 1;
    if (count > HTTP_LIMITS.requestsPerConnection) {
      socket.destroy();
      return;
    }
    waiting.set(socket, count);
    response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
    handle(request, response);
  };
}
