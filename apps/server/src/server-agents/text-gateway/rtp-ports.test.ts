import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import type { RtpPort } from './rtp-ports.ts';
import { createRtpPorts } from './rtp-ports.ts';

const host = '127.0.0.1';
const ignore = (): void => undefined;

/** A UDP port that another program uses, which is even. */
async function takenPort(): Promise<number> {
  for (;;) {
    const socket = createSocket('udp4').bind(0, host);
    await once(socket, 'listening');
    const { port } = socket.address();
    if (port % 2 === 0 && port < 65_000) {
      onTestFinished(() => void socket.close());
      return port;
    }
    socket.close();
  }
}

const closeLater = (port: RtpPort | undefined): RtpPort => {
  if (port === undefined) throw new Error('no port');
  onTestFinished(() => port.close());
  return port;
};

test('D94 calls get even ports, one each, not those of other programs, and none when all are in use', async () => {
  const taken = await takenPort();
  const ports = createRtpPorts({ host, firstPort: taken - 1, lastPort: taken + 5 });
  const [first, second] = [closeLater(await ports.open(ignore)), closeLater(await ports.open(ignore))];
  expect([first.port, second.port]).toEqual([taken + 2, taken + 4]);
  expect(await ports.open(ignore)).toBeUndefined();
  first.close();
  first.close();
  await expect.poll(async () => closeLater(await ports.open(ignore)).port).toBe(taken + 2);
});

test('D94 datagrams go both ways, and after the close none is sent', async () => {
  const phone = createSocket('udp4').bind(0, host);
  await once(phone, 'listening');
  onTestFinished(() => void phone.close());
  const free = (await takenPort()) + 2;
  const heard: string[] = [];
  const ports = createRtpPorts({ host, firstPort: free, lastPort: free + 60 });
  const port = closeLater(
    await ports.open((datagram, from) => {
      heard.push(Buffer.from(datagram).toString());
      port.send(Buffer.from('pong'), from, ignore);
    }),
  );
  const pong = once(phone, 'message');
  phone.send('ping', port.port, host);
  expect(String((await pong)[0])).toBe('pong');
  expect(heard).toEqual(['ping']);
  port.close();
  const isSent = await new Promise((resolve) => {
    port.send(Buffer.from('late'), { address: host, port: phone.address().port }, resolve);
  });
  expect(isSent).toBe(false);
});

test('D94 an address of another machine opens no port', async () => {
  const ports = createRtpPorts({ host: '192.0.2.1', firstPort: 40_200, lastPort: 40_399 });
  expect(await ports.open(ignore)).toBeUndefined();
});
