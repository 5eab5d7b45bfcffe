/**
 * Floods a server from a separate process: `node flood-source.ts <flood> <url> <STUN port> <seconds>`.
 * Loopback only. It names source addresses as a reverse proxy on the same machine would, so it can have any
 * number of them.
 */
import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';

const [flood = '', url = '', stunPort = '0', seconds = '60'] = process.argv.slice(2);
const { hostname, port } = new URL(url);
if (hostname !== '127.0.0.1') throw new Error('floods are for loopback addresses only');
const end = performance.now() + Number(seconds) * 1000;
const isOver = (): boolean => performance.now() >= end;
const noted = { opened: 0, sent: 0, refused: 0 };

const KIB = 1024;
const addressOf = (source: number): string =>
  `198.51.${100 + Math.floor(source / 250)}.${1 + (source % 250)}`;

/** Runs `act` repeatedly, in this many loops at the same time, until the time is over. */
async function everywhere(places: number, act: (place: number) => Promise<void>): Promise<void> {
  const run = async (place: number): Promise<void> => {
    while (!isOver()) {
      await act(place);
      await sleep(5);
    }
  };
  await Promise.all(Array.from({ length: places }, (_, place) => run(place)));
}

/** Opens a SIP connection, passes it to `use`, and waits until it is closed. */
async function withConnection(source: number, use: (socket: WebSocket) => Promise<void>): Promise<void> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/sip`, 'sip', {
    headers: { 'X-Forwarded-For': addressOf(source) },
  });
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
    socket.on('error', () => undefined);
  });
  socket.on('unexpected-response', (_request, response) => {
    noted.refused += 1;
    response.resume();
    socket.terminate();
  });
  await new Promise<void>((resolve) => {
    socket.on('open', () => {
      noted.opened += 1;
      void use(socket).finally(resolve);
    });
    socket.on('close', () => resolve());
  });
  if (isOver()) socket.terminate();
  await closed;
}

/**
 * Sends until the connection is closed, as fast as the kernel accepts, or at most `perSecond` messages a
 * second.
 */
async function pour(socket: WebSocket, create: () => string | Buffer, perSecond?: number): Promise<void> {
  while (!isOver() && socket.readyState === WebSocket.OPEN) {
    if (socket.bufferedAmount > 256 * KIB) await sleep(5);
    else {
      for (let n = 0; n < 50; n++) {
        socket.send(create());
        noted.sent += 1;
      }
      await (perSecond === undefined
        ? new Promise((resolve) => setImmediate(resolve))
        : sleep(50_000 / perSecond));
    }
  }
}

const invite = (kib: number) => (): string =>
  [
    'INVITE sip:bobby@demo.example SIP/2.0',
    `Via: SIP/2.0/WS a.invalid;branch=z9hG4bK${randomBytes(6).toString('hex')}`,
    'Max-Forwards: 70',
    'From: <sip:alice@demo.example>;tag=1',
    'To: <sip:bobby@demo.example>',
    `Call-ID: ${randomBytes(6).toString('hex')}`,
    'CSeq: 1 INVITE',
    '',
    'x'.repeat(kib * KIB - 300),
  ].join('\r\n');

/** Keeps `places` TCP connections open, each with some bytes sent, and reopens those that the server ends. */
async function hold(places: number, greet: (socket: Socket, place: number) => void): Promise<void> {
  await everywhere(
    places,
    (place) =>
      new Promise<void>((resolve) => {
        const socket = connect(Number(port), hostname);
        const timer = setInterval(() => isOver() && socket.destroy(), 500);
        socket.on('connect', () => {
          noted.opened += 1;
          greet(socket, place);
        });
        socket.on('data', () => undefined);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          clearInterval(timer);
          resolve();
        });
      }),
  );
}

const floods: Readonly<Record<string, () => Promise<void>>> = {
  nothing: () => sleep(Number(seconds) * 1000),
  'keep-alives that are not read': () =>
    everywhere(6, (source) =>
      withConnection(source, (socket) => {
        socket.pause();
        return pour(socket, () => '\r\n\r\n');
      }),
    ),
  'INVITEs of 64 KiB without credentials': () =>
    everywhere(6, (source) => withConnection(source, (socket) => pour(socket, invite(64), 200))),
  'INVITEs of 15 KiB without credentials': () =>
    everywhere(60, (source) => withConnection(source, (socket) => pour(socket, invite(15), 200))),
  'silent connections': () =>
    everywhere(1_500, (place) =>
      withConnection(Math.floor(place / 30), async (socket) => {
        for (let n = 0; n < 2; n++) socket.send(invite(15)());
        socket.send('x'.repeat(10 * KIB), { fin: false });
        socket.pause();
        while (!isOver() && socket.readyState === WebSocket.OPEN) {
          await sleep(1_000);
          noted.sent += 1;
        }
      }),
    ),
  'STUN requests': async () => {
    const sockets = Array.from({ length: 10 }, () => createSocket('udp4'));
    const head = Buffer.from('000100002112a442', 'hex');
    while (!isOver()) {
      for (const socket of sockets)
        for (let n = 0; n < 20; n++) {
          socket.send(Buffer.concat([head, randomBytes(12)]), Number(stunPort), hostname);
          noted.sent += 1;
        }
      await sleep(10);
    }
    for (const socket of sockets) socket.close();
  },
  'half-sent requests': () =>
    hold(1_500, (socket, place) => {
      socket.write(
        `POST /userApi/user/api/user/login HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${addressOf(place)}\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{"username":"${'x'.repeat(30 * KIB)}`,
      );
    }),
  'half-sent upgrades': () =>
    hold(1_500, (socket) => {
      socket.write(
        `GET /sip HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX: ${'x'.repeat(8 * KIB)}`,
      );
    }),
  'garbage frames': () =>
    everywhere(20, (source) =>
      withConnection(source, async (socket) => {
        for (let n = 0; n < 15 && socket.readyState === WebSocket.OPEN; n++)
          socket.send(randomBytes(1 + Math.floor(Math.random() * 8 * KIB)));
        await pour(socket, () => randomBytes(Math.floor(Math.random() * 2 * KIB)), 500);
      }),
    ),
  logins: () =>
    everywhere(50, async (place) => {
      noted.sent += 1;
      await fetch(`${url}/userApi/user/api/user/login`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'X-Forwarded-For': addressOf(place * 20 + Math.floor(Math.random() * 20)),
        },
        body: JSON.stringify({ username: `user${place}`, password: randomBytes(6).toString('hex') }),
      }).then(
        (answer) => answer.arrayBuffer(),
        () => undefined,
      );
    }),
};

const start = floods[flood];
if (start === undefined) throw new Error(`there is no flood "${flood}"`);
process.on('SIGTERM', () => process.exit(0));
await start();
process.stdout.write(`${JSON.stringify(noted)}\n`);
process.exit(0);
