import type { Server } from 'node:net';
import type { EventLog } from '../../../domain/event-log.ts';
import { HTTP_LIMITS } from '../../../domain/limits/limits.ts';
import type { LimitName, Meter } from '../../../domain/meter.ts';
import { subnetOf } from '../../../network/subnet-of.ts';
import type { IsTrustedProxy } from '../../../network/trusted-proxies.ts';

type Limits = {
  readonly connections: number;
  readonly connectionsPerAddress: number;
  /** Whether the limit per address does not apply: a reverse proxy has the connections of many clients. */
  readonly isExempt: IsTrustedProxy;
};

/**
 * Closes a new connection immediately when its network address, or the whole server, has too many. WebSockets
 * count too. A connection that was broken off before it is accepted has no address, and is closed.
 */
export function limitConnections(
  server: Server,
  { connections, connectionsPerAddress, isExempt }: Limits,
  { log, meter }: { readonly log: Pick<EventLog, 'warn'>; readonly meter: Pick<Meter, 'refused'> },
): void {
  const counts = new Map<string, number>();
  let loggedAt = Number.NEGATIVE_INFINITY;
  function refused(limit: LimitName, reason: string): void {
    meter.refused(limit);
    if (performance.now() - loggedAt < HTTP_LIMITS.refusalLogMs) return;
    loggedAt = performance.now();
    log.warn({ event: 'connection_refused', reason });
  }
  server.maxConnections = connections;
  server.on('drop', () => refused('connections', 'too many in all'));
  server.on('connection', (socket) => {
    const address = socket.remoteAddress;
    // The client closed the connection before this process accepted it. Its address, which limits and trusted proxies
    // are about, is not known.
    if (address === undefined) {
      socket.destroy();
      return;
    }
    if (isExempt(address)) return;
    const key = subnetOf(address);
    const count = (counts.get(key) ?? 0) + 1;
    if (count > connectionsPerAddress) {
      refused('connections_per_address', 'too many of one address');
      socket.destroy();
      return;
    }
    counts.set(key, count);
    socket.once('close', () => {
      const left = (counts.get(key) ?? 1) - 1;
      if (left === 0) counts.delete(key);
      else counts.set(key, left);
    });
  });
}
