import { parseBrand } from '@samtal/api-contract';
import { createFakeClock, createFakeNetwork, createTestClient } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { loginAnswer } from '../../testing/fake-user-api.ts';
import type { SessionState, SignedIn } from '../session/session.ts';
import { createStore } from '../store/store.ts';
import { createCalling } from './calling.ts';
import { clientSettingsOf } from './client-settings.ts';

const result = parseBrand({});
if (!result.ok) throw new Error('the empty brand is invalid');
const { brand } = result;

const signedOut: SessionState = { phase: 'signedOut' };
const signedIn: SignedIn = {
  phase: 'signedIn',
  user: { ...loginAnswer, username: 'alice', password: 'pw' },
  settings: { SYS_WEBRTC_SERVER_URI: 'ws://one.example/sip' },
  features: { audio: true } as Extract<SessionState, { phase: 'signedIn' }>['features'],
};

function setUp(initial: SessionState) {
  const clock = createFakeClock();
  const client = createTestClient(createFakeNetwork(clock), clock);
  const stage = {
    attachRemote: () => () => {},
    attachLocal: () => () => {},
    canCaptureScreen: false,
    attachScreen: () => () => {},
    attachPreview: () => () => {},
  };
  let loads = 0;
  let lineLoads = 0;
  let isBroken = false;
  const calling = createCalling({
    brand,
    async load() {
      loads += 1;
      if (isBroken) throw new Error('no network');
      return { client, settingsOf: clientSettingsOf, stage };
    },
    async loadSignalling() {
      lineLoads += 1;
      throw new Error('no network');
    },
  });
  const session = createStore<SessionState>(initial);
  const account = () => client.getState().settings?.account.address;
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    calling,
    session,
    clock,
    client,
    account,
    settle,
    loads: () => loads,
    lineLoads: () => lineLoads,
    breakNetwork: (value: boolean) => void (isBroken = value),
  };
}

test('a user who is signed in when the page opens becomes reachable', async () => {
  const { calling, session, account, settle } = setUp(signedIn);
  calling.follow(session);
  await settle();
  expect(account()).toBe('alice@demo.example');
});

test('settings that the user changes later reach the core, on the same connection', async () => {
  const { calling, session, client, clock, settle } = setUp(signedIn);
  calling.follow(session);
  await settle();
  clock.advance(1000);
  const { connection, settings } = client.getState();
  expect(settings?.audio).toBe(false);
  session.set({ ...signedIn, settings: { ...signedIn.settings, WEB_AUDIO: 'true' } });
  await settle();
  expect(client.getState().settings?.audio).toBe(true);
  expect(client.getState().connection).toBe(connection);
});

test('the code is loaded once, before the login', async () => {
  const { calling, session, account, settle, loads, lineLoads } = setUp(signedOut);
  calling.follow(session);
  await settle();
  expect([loads(), lineLoads()]).toEqual([0, 0]);
  calling.preload();
  calling.preload();
  await settle();
  expect(lineLoads()).toBeGreaterThan(0);
  session.set(signedIn);
  await settle();
  expect([loads(), account()]).toEqual([1, 'alice@demo.example']);
});

test('the code loads while the server checks the login', async () => {
  const { calling, session, account, settle, loads } = setUp(signedOut);
  calling.follow(session);
  session.set({ phase: 'signingIn' });
  await settle();
  expect([loads(), account()]).toEqual([1, undefined]);
  session.set(signedIn);
  await settle();
  expect([loads(), account()]).toEqual([1, 'alice@demo.example']);
});

test('if a user is already signed in, the code of the connection loads when it opens', async () => {
  const { calling, session, settle, lineLoads } = setUp(signedIn);
  calling.follow(session);
  await settle();
  expect(lineLoads()).toBe(0);
});

test('a user who left while the code was loading is not registered', async () => {
  const { calling, session, account, settle } = setUp(signedIn);
  calling.follow(session);
  session.set(signedOut);
  await settle();
  expect(account()).toBeUndefined();
});

test('code that failed to load is loaded again at the login', async () => {
  const { calling, session, account, settle, breakNetwork } = setUp(signedOut);
  calling.follow(session);
  breakNetwork(true);
  calling.preload();
  await settle();
  expect(calling.state.get()).toEqual({ phase: 'failed' });
  breakNetwork(false);
  session.set(signedIn);
  await settle();
  expect([calling.state.get().phase, account()]).toEqual(['ready', 'alice@demo.example']);
});

test('REG-12 a login right after a logout waits until the previous user is unregistered', async () => {
  const { calling, session, clock, client, account, settle } = setUp(signedIn);
  calling.follow(session);
  await settle();
  clock.advance(1000);
  expect(client.getState().registration.phase).toBe('registered');
  session.set({ phase: 'signedOut', wasEnded: true });
  void calling.stop();
  session.set(signedIn);
  await settle();
  expect(client.getState().registration.phase).toBe('unregistering');
  clock.advance(2000);
  await settle();
  clock.advance(1000);
  expect([account(), client.getState().registration.phase]).toEqual(['alice@demo.example', 'registered']);
});

test('stopping before anything was loaded completes immediately', async () => {
  await expect(setUp(signedOut).calling.stop()).resolves.toBeUndefined();
});
