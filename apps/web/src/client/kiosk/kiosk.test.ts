import { parseBrand } from '@samtal/api-contract';
import { createFakeClock, createFakeNetwork, createTestClient, settingsOf } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { contact, createFakePeopleApi } from '../../testing/fake-people-api.ts';
import { createFakeUserApi } from '../../testing/fake-user-api.ts';
import { createMemoryStore } from '../../testing/memory-store.ts';
import { createCalling } from '../calling/calling.ts';
import { clientSettingsOf } from '../calling/client-settings.ts';
import type { PeopleApi } from '../ports/people-api.ts';
import type { UserApi } from '../ports/user-api.ts';
import { createAutoLogin } from '../session/auto-login.ts';
import { createSession } from '../session/session.ts';
import { createSessionMemory } from '../session/session-memory.ts';
import { startKiosk } from './kiosk.ts';

const link = (fields: string): string => `?token=${encodeURIComponent(btoa(fields))}`;
const toBobby = link('t=bobby&u=alice&p=pw&i=12,3&r=desk%207');

type World = {
  readonly kiosk?: Readonly<Record<string, boolean>>;
  readonly answers?: Partial<UserApi>;
  readonly people?: Partial<PeopleApi>;
  /** Whether the code for calls can be loaded. */
  readonly isLoadable?: boolean;
  readonly registerStatus?: number;
  readonly features?: Readonly<Record<string, boolean>>;
};

/** A visit to alice’s kiosk, from which bobby can be called. */
function visit(query: string, world: World = {}) {
  const { features = { audio: true, text: true }, answers, people, isLoadable = true } = world;
  const result = parseBrand({ features, kiosk: { enabled: true, ...world.kiosk } });
  if (!result.ok) throw new Error('the brand of the test is invalid');
  const { brand } = result;
  const clock = createFakeClock();
  const network = createFakeNetwork(clock);
  const client = createTestClient(network, clock);
  const bobby = createTestClient(network, clock, 2);
  bobby.intents.start(settingsOf('bobby'));
  clock.advance(0);
  network.registerStatus = world.registerStatus;
  const stage = {
    attachRemote: () => () => {},
    attachLocal: () => () => {},
    canCaptureScreen: false,
    attachScreen: () => () => {},
    attachPreview: () => () => {},
  };
  const calling = createCalling({
    brand,
    async load() {
      if (!isLoadable) throw new Error('offline');
      return { client, settingsOf: clientSettingsOf, stage };
    },
  });
  const api = createFakeUserApi(answers);
  const localStore = createMemoryStore();
  const session = createSession({
    api,
    brand,
    memory: createSessionMemory(createMemoryStore(), localStore),
    localStore,
    now: () => 1,
    stopCalling: calling.stop,
    autoLogin: createAutoLogin(localStore, {
      seal: async () => '',
      open: async () => ({ ok: false, isForGood: true }),
    }),
    isForVisitor: true,
  });
  calling.follow(session.state);
  const peopleApi = createFakePeopleApi([contact({ id: '1', sipaddress: 'carol@demo.example' })], people);
  const state = startKiosk({ query, brand, session, calling, people: peopleApi });
  /** Lets all pending work finish. */
  async function settle(): Promise<void> {
    for (let round = 0; round < 5; round += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      clock.advance(round === 0 ? 0 : 100);
    }
  }
  return { state, client, bobby, network, clock, api, session, localStore, people: peopleApi, settle };
}

test('KIOSK-01 KIOSK-02 KIOSK-12 a visit logs in, registers and calls with reference and tones', async () => {
  const { state, client, bobby, settle } = visit(toBobby);
  expect(state.get()).toEqual({ phase: 'init', progress: 'signingIn' });
  await settle();
  expect(state.get()).toEqual({ phase: 'ready' });
  expect(client.signalling.lastInvite).toMatchObject({
    target: 'bobby@demo.example',
    callInfo: '<urn:x-user-ref:desk%207>;purpose=x-user-ref',
  });
  expect(client.signalling.infos).toEqual([]);
  bobby.intents.answer();
  for (let round = 0; round < 3; round += 1) await settle();
  expect(client.signalling.infos.map((info) => ('tone' in info ? info.tone : info))).toEqual(['1', '2', '3']);
});

test.each([
  [true, 'signedOut', true],
  [false, 'signedIn', false],
])(
  'KIOSK-04 A-119 with logoutAfterCall %s the visitor is %s after the call',
  async (logoutAfterCall, phase, isTold) => {
    const { state, client, bobby, clock, session, api, localStore, settle } = visit(toBobby, {
      kiosk: { logoutAfterCall },
    });
    await settle();
    bobby.intents.answer();
    await settle();
    expect(state.get().phase).toBe('ready');
    client.intents.hangUp();
    clock.advance(1500);
    await settle();
    expect([state.get().phase, session.state.get().phase]).toEqual(['callCompleted', phase]);
    expect(api.calls.some((call) => call.startsWith('logout'))).toBe(isTold);
    expect(localStore.entries.has('logout')).toBe(isTold);
  },
);

test('KIOSK-04 the outcome of a call that the remote user ended stays until it is read', async () => {
  const { state, client, bobby, settle } = visit(toBobby);
  await settle();
  bobby.intents.answer();
  await settle();
  bobby.intents.hangUp();
  await settle();
  expect([state.get().phase, client.status()]).toEqual(['ready', 'TERMINATED_REMOTE']);
  client.intents.dismiss();
  await settle();
  expect(state.get().phase).toBe('callCompleted');
});

test.each([
  ['a registration that is refused', { registerStatus: 500 }],
  ['a server that does not answer', { answers: { login: async () => ({ ok: false, status: 0 }) } }],
  ['too many attempts', { answers: { login: async () => ({ ok: false, status: 429, errorCode: 1001 }) } }],
  ['code for calls that cannot be loaded', { isLoadable: false }],
  [
    'contacts that cannot be loaded',
    {
      kiosk: { onlyAllowRegisteredContacts: true },
      people: { getServices: async () => ({ ok: false, status: 500 }) },
    },
  ],
] as const satisfies readonly (readonly [string, World])[])(
  'KIOSK-03 %s: the service is not available, and no session remains',
  async (_what, world) => {
    const { state, session, client, settle } = visit(toBobby, world);
    await settle();
    expect([state.get().phase, session.state.get().phase]).toEqual(['failed', 'signedOut']);
    expect(client.signalling.lastInvite).toBeUndefined();
  },
);

test.each([
  ['KIOSK-07', '', 'missingParameter', 'TOKEN_INVALID'],
  ['KIOSK-07', link('u=alice'), 'missingParameter', 'TOKEN_INVALID'],
  ['KIOSK-08', '?token=%25%25', 'invalidToken', 'TOKEN_INVALID'],
])('%s STATE-23 the link %j leads to %s', async (_id, query, why, status) => {
  const { state, client, api, settle } = visit(query);
  await settle();
  expect(state.get()).toEqual({ phase: 'refused', why });
  expect([client.status(), api.calls]).toEqual([status, []]);
});

test.each([
  [1001, 'authenticationError', 'AUTHENTICATION_ERROR'],
  [1003, 'invalidToken', 'TOKEN_INVALID'],
  [1004, 'tokenExpired', 'TOKEN_EXPIRED'],
])('KIOSK-09 STATE-22 STATE-23 A-064 a login refused with %i leads to %s', async (errorCode, why, status) => {
  const { state, client, settle } = visit('?token=e30.eyJ0byI6ImJvYmJ5In0.c2ln', {
    answers: { login: async () => ({ ok: false, status: 400, errorCode }) },
  });
  await settle();
  expect([state.get(), client.status()]).toEqual([{ phase: 'refused', why }, status]);
});

const onlyRegistered = { kiosk: { onlyAllowRegisteredContacts: true } };

test('KIOSK-11 STATE-20 an unregistered contact is not called, and the visitor is logged out', async () => {
  const { state, client, people, session, settle } = visit(toBobby, onlyRegistered);
  await settle();
  expect(people.calls.map((call) => call.split(' ')[0]).toSorted()).toEqual([
    'getServices',
    'searchContacts',
  ]);
  expect(people.calls.find((call) => call.startsWith('searchContacts'))).toContain('%');
  expect(state.get()).toEqual({ phase: 'refused', why: 'unregisteredNumber' });
  expect([client.status(), session.state.get().phase]).toEqual(['UNREGISTERED_NUMBER', 'signedOut']);
  expect(client.signalling.lastInvite).toBeUndefined();
});

test.each(['carol', 'Carol@Demo.Example', 'sip:carol@demo.example'])(
  'KIOSK-11 A-114 a registered contact is called as %s',
  async (target) => {
    const { state, client, settle } = visit(link(`t=${target}&u=alice&p=pw`), onlyRegistered);
    await settle();
    expect(state.get()).toEqual({ phase: 'ready' });
    expect(client.signalling.lastInvite?.target.toLowerCase()).toBe('carol@demo.example');
  },
);

test('KIOSK-11 A-114 a service counts as registered', async () => {
  const service = { id: '1', fname: 'Relay', imageUrl: '', sipaddress: 'bobby@demo.example' };
  const { state, settle } = visit(toBobby, {
    ...onlyRegistered,
    people: { getServices: async () => ({ ok: true, value: [service] }) },
  });
  await settle();
  expect(state.get()).toEqual({ phase: 'ready' });
});

test('KIOSK-13 a signed link logs in by its token', async () => {
  const { api, settle } = visit('?token=e30.eyJ0byI6ImJvYmJ5In0.c2ln');
  await settle();
  expect(api.calls[0]).toBe(
    'login {"token":"e30.eyJ0byI6ImJvYmJ5In0.c2ln","force":true,"willUseSipRegistration":true}',
  );
});

test('a plus sign of base64 that a query turned into a space is restored', async () => {
  const { api, settle } = visit(`?token=${btoa('t=bobby&u=alice&p=~~>>')}`);
  expect(btoa('t=bobby&u=alice&p=~~>>')).toContain('+');
  await settle();
  expect(api.calls[0]).toContain('"password":"~~>>"');
});

test('a call that cannot be made ends the visit instead of leaving the visitor waiting', async () => {
  const { state, client, settle } = visit(toBobby, { features: {} });
  await settle();
  expect(state.get().phase).toBe('callCompleted');
  expect(client.notices.map(({ code }) => code)).toEqual(['noMedia']);
});

test('a session that the server ends while the visitor waits ends the visit', async () => {
  const { state, session, settle } = visit(toBobby, {
    ...onlyRegistered,
    people: { getServices: () => new Promise(() => undefined) },
  });
  await settle();
  expect(state.get()).toEqual({ phase: 'init', progress: 'checkingTarget' });
  session.end();
  await settle();
  expect(state.get().phase).toBe('failed');
});
