import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { listenStun } from '../stun/udp-listener.ts';
import { lanProblem, listenProblem, stunProblem } from './give-up.ts';

const failure = (code: string): Error => Object.assign(new Error(`bind ${code}`), { code });
const silent = { info: () => undefined, warn: () => undefined };

/** The error with which a web server cannot listen on this host. */
const listenError = (host: string): Promise<unknown> =>
  new Promise((resolve) => createServer().once('error', resolve).listen(0, host));

test('D2 a HOST that this machine does not have is explained in one line that names the variable', async () => {
  const host = '192.0.2.1';
  expect(listenProblem(await listenError(host), { host, port: 8080 })).toBe(
    'HOST: this machine has no address 192.0.2.1. Set it to one that it has, such as 127.0.0.1.',
  );
});

test.each(['ENOTFOUND', 'EAI_AGAIN'])(
  'D2 a HOST with an unknown name (%s) is explained in one line',
  (code) => {
    expect(listenProblem(failure(code), { host: 'nonsense.invalid', port: 8080 })).toMatch(
      /^HOST: the name nonsense\.invalid is unknown\. Set it to [^\n]*$/,
    );
    expect(stunProblem(failure(code), { host: 'nonsense.invalid', port: 40000 })).toMatch(
      /^STUN_HOST: this machine has no address nonsense\.invalid\. Set it to [^\n]*$/,
    );
  },
);

test('D2 a STUN_HOST that this machine does not have is explained in one line that names the variable', async () => {
  const host = '192.0.2.1';
  const error: unknown = await listenStun({ host, port: 0, log: silent }).catch((reason: unknown) => reason);
  expect(stunProblem(error, { host, port: 40000 })).toMatch(
    /^STUN_HOST: this machine has no address 192\.0\.2\.1\. Set it to [^\n]*$/,
  );
});

test('D2 a STUN_PORT that is taken is explained in one line that names the variable', async () => {
  const other = createSocket('udp4');
  await new Promise<void>((resolve) => other.bind(0, '127.0.0.1', resolve));
  const place = { host: '127.0.0.1', port: other.address().port };
  const error: unknown = await listenStun({ ...place, log: silent }).catch((reason: unknown) => reason);
  expect(stunProblem(error, place)).toBe(
    `STUN_PORT: UDP port ${place.port} is taken on 127.0.0.1. Stop what uses it, or choose another one.`,
  );
  await new Promise<void>((resolve) => other.close(() => resolve()));
});

test('D2 any other error of STUN is one line, and any other error of the web server is not hidden', () => {
  expect(stunProblem(failure('EWHATEVER'), { host: '::', port: 1 })).toMatch(
    /^STUN_HOST, STUN_PORT: [^\n]*bind EWHATEVER/,
  );
  expect(listenProblem(failure('EWHATEVER'), { host: '::', port: 1 })).toBeUndefined();
});

test.each([
  ['EADDRINUSE', 'LAN_PORT: port 8443 is taken. Stop what uses it, or choose another one.'],
  ['EACCES', 'LAN_PORT: this user may not listen on port 8443. Choose one above 1023.'],
  ['EIO', 'LAN_PORT: port 8443 cannot be opened (bind EIO).'],
])('D95 a port for the network that cannot be opened (%s) is explained in one line', (code, line) => {
  expect(lanProblem(failure(code), 8443)).toBe(line);
});
