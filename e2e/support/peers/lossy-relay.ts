import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createSeededRandom } from '../../../packages/test-kit/src/seeded-random.ts';

const HOST = '127.0.0.1';

export type Relay = {
  /** The port that the phone names in its SDP. */
  readonly port: number;
  /** The port to which the phone itself sends. */
  readonly innerPort: number;
  /** Sets the port of the other end. */
  leadTo(port: number): void;
  /** Number of packets that were lost, in both directions. */
  lost(): number;
  close(): void;
};

/** A network between a phone and the gateway that loses a share of the packets, the same ones for the same seed. */
export async function openRelay(
  { share, seed }: { readonly share: number; readonly seed: number },
  phonePort: number,
): Promise<Relay> {
  const random = createSeededRandom(seed);
  const [outer, inner] = [createSocket('udp4').bind(0, HOST), createSocket('udp4').bind(0, HOST)];
  await Promise.all([once(outer, 'listening'), once(inner, 'listening')]);
  let lost = 0;
  let peerPort: number | undefined;
  const isLost = (): boolean => {
    const isGone = random() < share;
    if (isGone) lost += 1;
    return isGone;
  };
  outer.on('message', (data) => {
    if (!isLost()) inner.send(data, phonePort, HOST);
  });
  inner.on('message', (data) => {
    if (peerPort !== undefined && !isLost()) outer.send(data, peerPort, HOST);
  });
  return {
    port: outer.address().port,
    innerPort: inner.address().port,
    leadTo(port) {
      peerPort = port;
    },
    lost: () => lost,
    close() {
      outer.close();
      inner.close();
    },
  };
}
