import type { FakeNetwork } from '@samtal/test-kit';
import { createFakeClock, createFakeNetwork, createTestClient, settingsOf } from '@samtal/test-kit';
import { beforeEach, expect, test } from 'vitest';
import { callBlockedBy } from '../client/call-blocked-by.ts';
import { networkFlagsOf } from '../network/network-flags.ts';
import { connectionNameOf } from '../views/connection-name.ts';
import { registrationNameOf, transportRegisterStateOf } from '../views/registration-names.ts';

const servers = ['wss://one.example/sip', 'wss://two.example/sip', 'wss://three.example/sip'];

let clock = createFakeClock();
let network: FakeNetwork;

beforeEach(() => {
  clock = createFakeClock();
  network = createFakeNetwork(clock);
});

function enter(changes = {}, seed = 1) {
  const client = createTestClient(network, clock, seed);
  client.intents.start(settingsOf('alice', changes));
  clock.advance(0);
  return client;
}

test('REG-10 each failure moves to the next server in order, and the last is followed by the first', () => {
  network.isDown = true;
  const { signalling } = enter({ servers });
  clock.advance(40_000);
  const [first = ''] = signalling.opened;
  const start = servers.indexOf(first);
  expect(signalling.opened).toEqual(
    Array.from({ length: 10 }, (_, attempt) => servers[(start + attempt) % servers.length]),
  );
});

test('REG-10 a lost connection moves to the next server immediately, and a server that works is kept', () => {
  const { signalling } = enter({ servers });
  signalling.drop();
  clock.advance(60_000);
  const [first = '', second] = signalling.opened;
  expect(second).toBe(servers[(servers.indexOf(first) + 1) % servers.length]);
  expect(signalling.opened).toHaveLength(2);
});

test('REG-13 the server selected at login is tried first', () => {
  for (let seed = 0; seed < 20; seed++)
    expect(enter({ servers }, seed).signalling.opened).toEqual([servers[0]]);
});

test('REG-13 without a server no connection is opened', () => {
  const { signalling, warnings } = enter({ servers: [] });
  expect([signalling.opened, warnings]).toEqual([[], ['sip_server_missing']]);
});

test('REG-01 REG-02 the connection is opened and registered for the user', () => {
  const { signalling } = enter({ registerExpirySeconds: 600 });
  expect(signalling.account).toEqual({
    address: 'alice@demo.example',
    username: 'alice',
    password: 'secret',
  });
  expect(signalling.asked).toEqual(['openConnection', 'register 600']);
});

test('REG-08 A-055 attempts after the first come 4 s after each failure, never later, at most a tenth earlier', () => {
  const gaps = new Set<number>();
  for (let seed = 0; seed < 20; seed++) {
    network.isDown = true;
    const { signalling } = enter({}, seed);
    let before = clock.now();
    for (let attempt = 2; attempt <= 10; attempt++) {
      while (signalling.opened.length < attempt) clock.advance(1);
      gaps.add(clock.now() - before);
      before = clock.now();
    }
  }
  expect(Math.max(...gaps)).toBeLessThanOrEqual(4000);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(3600);
  expect(gaps.size).toBeGreaterThan(20);
});

test.each([
  [12, 12_000],
  [0, 1000],
  [-5, 1000],
  [9_999_999_999, 3_600_000],
  [undefined, 4000],
])('REG-06 A-054 a 503 with Retry-After %s is retried after %d ms', (retryAfterSeconds, delayMs) => {
  network.registerStatus = 503;
  network.retryAfterSeconds = retryAfterSeconds;
  const { signalling } = enter();
  clock.advance(delayMs - 1);
  expect(signalling.asked.filter((what) => what.startsWith('register'))).toHaveLength(1);
  clock.advance(1);
  expect(signalling.asked.filter((what) => what.startsWith('register'))).toHaveLength(2);
});

test('STATE-35 A-073 ERR-07 each flag is set and cleared on its own', () => {
  const client = enter();
  const flags = () => networkFlagsOf(client.getState());
  const none = { serverError: false, freeswitchError: false, sipError: undefined };
  expect(flags()).toEqual(none);
  client.emit({ type: 'serverFailed' });
  expect(flags()).toEqual({ ...none, serverError: true });
  network.isDown = true;
  client.signalling.drop();
  clock.advance(0);
  expect(flags()).toEqual({ ...none, serverError: true, freeswitchError: true });
  client.emit({ type: 'serverReached' });
  expect(flags()).toEqual({ ...none, freeswitchError: true });
  network.isDown = false;
  network.registerStatus = 403;
  clock.advance(4000);
  expect(flags()).toEqual({ ...none, sipError: 'refused' });
  network.registerStatus = undefined;
  clock.advance(2500);
  expect(flags()).toEqual(none);
});

test('REG-07 A-053 after registration is given up, both the refusal and the missing connection are reported', () => {
  network.registerStatus = 403;
  const client = enter();
  clock.advance(2500 * 5);
  expect(networkFlagsOf(client.getState())).toEqual({
    serverError: false,
    freeswitchError: true,
    sipError: 'refused',
  });
});

test('A-073 the first attempt after login is no error, the later attempts are', () => {
  network = createFakeNetwork(clock, 100);
  network.isDown = true;
  const client = createTestClient(network, clock);
  client.intents.start(settingsOf('alice'));
  const seen: string[] = [];
  const note = (): void => {
    const state = client.getState();
    const line = `${state.connection.phase} ${networkFlagsOf(state).freeswitchError}`;
    if (line !== seen.at(-1)) seen.push(line);
  };
  note();
  client.subscribe(note);
  clock.advance(4100);
  expect(seen.slice(0, 3)).toEqual(['connecting false', 'waiting true', 'connecting true']);
});

test('STATE-32 STATE-33 STATE-34 REG-14 REG-15 DIAL-12 each state of connection and registration has its names, and allows or blocks calls', () => {
  const client = createTestClient(network, clock);
  const names = () => {
    const state = client.getState();
    return [
      connectionNameOf(state),
      registrationNameOf(state),
      transportRegisterStateOf(state),
      callBlockedBy(state),
    ];
  };
  expect(names()).toEqual(['offline', 'unregistered', 'terminated', 'offline']);
  client.intents.start(settingsOf('alice'));
  expect(names()).toEqual(['establishing', 'unregistered', 'unregistered', 'offline']);
  network.registerStatus = 403;
  clock.advance(0);
  expect(names()).toEqual(['establishing', 'registering', 'unregistered', 'offline']);
  network.registerStatus = undefined;
  clock.advance(2500);
  expect(names()).toEqual(['online', 'idle', 'registered', undefined]);
  client.intents.call('bobby');
  expect(names()).toEqual(['online', 'inCall', 'registered', 'inCall']);
  network.isDown = true;
  client.signalling.drop();
  clock.advance(0);
  expect(names()).toEqual(['reconnecting', 'unregistered', 'unregistered', 'offline']);
  client.emit({ type: 'browserOffline' });
  expect(names()).toEqual(['offline', 'unregistered', 'unregistered', 'offline']);
});

test('DIAL-07 DIAL-14 offline a call is refused with a notice and no INVITE is sent', () => {
  const client = enter();
  client.emit({ type: 'browserOffline' });
  client.intents.call('bobby');
  clock.advance(1000);
  expect(client.notices).toEqual([{ id: 'noCallsOffline', code: 'noCallsOffline' }]);
  expect(client.signalling.lastInvite).toBeUndefined();
});

test('REG-08 A-055 a server that accepts the connection and drops it before the registration counts as failed', () => {
  network = createFakeNetwork(clock, 40);
  const client = createTestClient(network, clock);
  client.subscribe(() => {
    if (client.getState().connection.phase === 'online') client.signalling.drop();
  });
  client.intents.start(settingsOf('alice', { servers }));
  clock.advance(3000);
  expect(client.signalling.opened).toHaveLength(1);
  clock.advance(50_000);
  expect(client.signalling.opened).toHaveLength(10);
  expect(new Set(client.signalling.opened).size).toBe(3);
  expect(connectionNameOf(client.getState())).toBe('failed');
});

test('REG-08 after a registration the next loss begins a new series, whose first attempt is immediate', () => {
  network.isDown = true;
  const { signalling } = enter();
  clock.advance(5000);
  network.isDown = false;
  clock.advance(5000);
  const before = signalling.opened.length;
  signalling.drop();
  expect(signalling.opened).toHaveLength(before + 1);
});

test.each([401, 404, 407, 400, 603])(
  'REG-07 A-053 a %d is permanent: after five more attempts the connection has failed, with its reason',
  (status) => {
    network.registerStatus = status;
    const client = enter();
    clock.advance(2500 * 5 - 1);
    expect(connectionNameOf(client.getState())).toBe('establishing');
    clock.advance(1);
    expect(connectionNameOf(client.getState())).toBe('failed');
    expect(client.getState().registration).toMatchObject({ refusal: { status } });
    expect(client.signalling.asked.filter((what) => what.startsWith('register'))).toHaveLength(6);
  },
);

test.each([
  [408, undefined],
  [500, undefined],
  [480, 3],
  [404, 3],
])(
  'REG-06 A-054 a %d with Retry-After %s is temporary, and the registration is retried without limit',
  (status, after) => {
    network.registerStatus = status;
    network.retryAfterSeconds = after;
    const client = enter();
    clock.advance(60_000);
    expect(connectionNameOf(client.getState())).toBe('reconnecting');
    network.registerStatus = undefined;
    clock.advance(4000);
    expect(connectionNameOf(client.getState())).toBe('online');
  },
);
