import type { Socket } from 'node:dgram';
import { createSocket } from 'node:dgram';
import { isIP } from 'node:net';
import { TEXT_GATEWAY_LIMITS } from '../../domain/limits/limits.ts';
import type { Destination } from '../../rtp-text/rtp-source.ts';

/** One UDP port of a call. */
export type RtpPort = {
  readonly port: number;
  /** Sends a datagram; `sent` tells whether the operating system has taken it. */
  send(bytes: Uint8Array, to: Destination, sent: (isSent: boolean) => void): void;
  close(): void;
};

type Received = (datagram: Uint8Array, from: Destination) => void;

export type RtpPorts = {
  /** Opens a port for one call; undefined = none is free. */
  open(received: Received): Promise<RtpPort | undefined>;
};

export type RtpPortsOptions = {
  /** IP address on which the ports are opened. */
  readonly host: string;
  readonly firstPort: number;
  readonly lastPort: number;
};

/** Binds a socket; undefined if the port is not free. */
function bind(host: string, port: number): Promise<Socket | undefined> {
  const socket = createSocket({
    type: isIP(host) === 6 ? 'udp6' : 'udp4',
    recvBufferSize: TEXT_GATEWAY_LIMITS.socketBytes,
    ...(host === '::' && { ipv6Only: true }),
  });
  return new Promise((resolve) => {
    socket.once('error', () => {
      socket.close();
      resolve(undefined);
    });
    socket.bind({ address: host, port }, () => {
      socket.removeAllListeners('error');
      // A datagram that cannot be delivered is lost text, which the phone's user sees marked.
      socket.on('error', () => undefined);
      resolve(socket);
    });
  });
}

/**
 * The UDP ports of all calls. RTP has even ports, because phones send RTCP to the odd ones (RFC 3550 §11). A port is used
 * again as late as possible, since packets of an ended call may still arrive.
 */
export function createRtpPorts({ host, firstPort, lastPort }: RtpPortsOptions): RtpPorts {
  const first = firstPort + (firstPort % 2);
  const count = Math.floor((lastPort - first) / 2) + 1;
  const taken = new Set<number>();
  let turn = 0;

  function nextFree(): number | undefined {
    for (let tries = 0; tries < count; tries += 1) {
      const port = first + 2 * (turn % count);
      turn += 1;
      if (!taken.has(port)) return port;
    }
    return undefined;
  }

  return {
    async open(received) {
      for (let tries = 0; tries < TEXT_GATEWAY_LIMITS.portTries; tries += 1) {
        const port = nextFree();
        if (port === undefined) return undefined;
        taken.add(port);
        const socket = await bind(host, port);
        if (socket === undefined) {
          taken.delete(port);
          continue;
        }
        let isOpen = true;
        socket.on('message', received);
        return {
          port,
          send(bytes, to, sent) {
            if (isOpen) socket.send(bytes, to.port, to.address, (error) => sent(error === null));
            else sent(false);
          },
          close() {
            if (!isOpen) return;
            isOpen = false;
            socket.close(() => taken.delete(port));
          },
        };
      }
      return undefined;
    },
  };
}
