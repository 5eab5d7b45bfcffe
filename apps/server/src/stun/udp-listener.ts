/** The UDP sockets of the STUN responder (SIP-07, decision D20). */

import type { Socket, SocketType } from 'node:dgram';
import { createSocket } from 'node:dgram';
import { isIP } from 'node:net';
import type { EventLog } from '../domain/event-log.ts';
import { answerStun } from './answer.ts';
import type { AnswerBudget } from './answer-budget.ts';
import { createAnswerBudget } from './answer-budget.ts';

type StunLog = Pick<EventLog, 'info' | 'warn'>;

export type StunOptions = {
  /** UDP port; 0 = any that is free in each family. */
  readonly port: number;
  /**
   * Address to bind to. For `0.0.0.0`, `::` or a host name the server listens on IPv4, and on IPv6 too if the
   * machine has it.
   */
  readonly host: string;
  readonly log: StunLog;
  /** Answers per second to all sources together; absent = the default of `STUN_LIMITS`. */
  readonly answersPerSecond?: number | undefined;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
};

export type StunListener = { readonly port: number; close(): Promise<void> };

/** Error codes if the operating system has no IPv6, or the host name no IPv6 address. */
const WITHOUT_IPV6 = new Set(['EAFNOSUPPORT', 'EADDRNOTAVAIL', 'EPROTONOSUPPORT', 'EINVAL', 'ENOTFOUND']);

/** How many ports that are free on IPv4 are tried on IPv6. */
const ATTEMPTS = 20;

/** Answers binding requests until closed. Rejects with a readable error when the port is not available. */
export async function listenStun(options: StunOptions): Promise<StunListener> {
  const { host, log, now = () => performance.now() } = options;
  const shared = { log, budget: createAnswerBudget(now, options.answersPerSecond) };
  const family = isIP(host);
  if (family !== 0 && host !== '0.0.0.0' && host !== '::') {
    const single = await open(family === 4 ? 'udp4' : 'udp6', host, options.port, shared);
    return asListener([single]);
  }
  const isAnyAddress = family !== 0;
  for (let attempt = 1; ; attempt++) {
    const ipv4 = await open('udp4', isAnyAddress ? '0.0.0.0' : host, options.port, shared);
    try {
      const ipv6 = await open('udp6', isAnyAddress ? '::' : host, ipv4.address().port, shared);
      return asListener([ipv4, ipv6]);
    } catch (error) {
      if (WITHOUT_IPV6.has(codeOf(error) ?? '')) {
        log.info({ event: 'stun_ipv4_only', code: codeOf(error) });
        return asListener([ipv4]);
      }
      await closeSocket(ipv4);
      const isElsewhereFree = options.port === 0 && codeOf(error) === 'EADDRINUSE' && attempt < ATTEMPTS;
      if (!isElsewhereFree) throw error;
    }
  }
}

async function open(
  type: SocketType,
  address: string,
  port: number,
  { log, budget }: { readonly log: StunLog; readonly budget: AnswerBudget },
): Promise<Socket> {
  const socket = createSocket({ type, ipv6Only: type === 'udp6' });
  socket.on('message', (datagram, source) => {
    // Source port 0 means that no reply is expected (RFC 768), and Node throws on sending to it.
    const answer = source.port === 0 ? undefined : answerStun(datagram, source);
    if (answer === undefined || !budget.take(source.address)) return;
    // Send errors are ignored; without the callback they would become 'error' events.
    socket.send(answer, source.port, source.address, () => undefined);
  });
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.bind({ address, port }, resolve);
    });
  } catch (error) {
    socket.close();
    throw readable(error, address, port);
  }
  socket.removeAllListeners('error');
  socket.on('error', (error) => log.warn({ event: 'stun_socket_failed', code: codeOf(error) }));
  return socket;
}

function asListener(sockets: readonly [Socket, ...Socket[]]): StunListener {
  return {
    port: sockets[0].address().port,
    close: async () => {
      await Promise.all(sockets.map(closeSocket));
    },
  };
}

const closeSocket = (socket: Socket): Promise<void> =>
  new Promise((resolve) => socket.close(() => resolve()));

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function readable(error: unknown, address: string, port: number): unknown {
  if (codeOf(error) !== 'EADDRINUSE') return error;
  const text = `STUN cannot listen on ${address}, UDP port ${port}: another program uses it`;
  return Object.assign(new Error(text, { cause: error }), { code: 'EADDRINUSE' });
}
