import type { Language } from '@samtal/api-contract';
import { createFakeClock, createFakeNetwork, createTestClient, settingsOf } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { createMemoryNotes } from '../../testing/memory-notes.ts';
import { createMemoryStore } from '../../testing/memory-store.ts';
import type { PushBlock, PushDevice, WebPushApi } from '../ports/web-push.ts';
import type { SessionState, SignedIn } from '../session/session.ts';
import { createStore } from '../store/store.ts';
import { createWebPush } from './web-push.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const TAB = '11111111-1111-4111-8111-111111111111';
const OTHER_TAB = '22222222-2222-4222-8222-222222222222';
const settled = () => new Promise((resolve) => setImmediate(resolve));
/** A promise that the test resolves. */
function later(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((fulfil) => {
    resolve = fulfil;
  });
  return { promise, resolve };
}
const failure = { ok: false, status: 0 } as const;
const success = { ok: true, value: undefined } as const;

const person = (name: string, more: object = {}): SignedIn =>
  ({
    phase: 'signedIn',
    user: { username: name, securityToken: `token of ${name}`, sipPassword: 'secret' },
    features: { webPush: true },
    ...more,
  }) as unknown as SignedIn;

type Conditions = {
  readonly choice?: string;
  readonly blockedBy?: PushBlock;
  readonly permission?: NotificationPermission;
  readonly session?: SessionState;
  readonly isActive?: boolean;
  /** What an earlier page has kept as the id of the browser. */
  readonly kept?: string;
};

async function createScene(conditions: Conditions = {}) {
  const {
    choice,
    blockedBy,
    permission = 'granted',
    session: begin = person('anna'),
    isActive,
    kept,
  } = conditions;
  const clock = createFakeClock();
  const network = createFakeNetwork(clock);
  const [client, other] = [createTestClient(network, clock, 1), createTestClient(network, clock, 2)];
  client.intents.start(settingsOf('anna'));
  other.intents.start(settingsOf('bo'));
  clock.advance(1000);
  const asked: string[] = [];
  const state = {
    permission,
    answer: 'granted' as NotificationPermission,
    /** Resolves when the user answers the question of the browser. */
    answered: Promise.resolve(),
    keyStatus: 0,
    isServiceDown: false,
  };
  let putStatus: 'ok' | 'lost' | 'refused' = 'ok';
  const device: PushDevice = {
    blockedBy: () => blockedBy ?? (state.permission === 'denied' ? 'denied' : undefined),
    isAllowed: () => state.permission === 'granted',
    async ask() {
      asked.push('ask');
      await state.answered;
      state.permission = state.answer;
      return state.permission === 'granted';
    },
    async subscribe(key) {
      asked.push(`subscribe ${key}`);
      if (state.isServiceDown) return undefined;
      return { endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } };
    },
    unsubscribe: async () => void asked.push('unsubscribe'),
    closeNotices: () => undefined,
  };
  const api: WebPushApi = {
    async getKey() {
      return state.keyStatus === 0 ? { ok: true, value: 'KEY' } : { ok: false, status: state.keyStatus };
    },
    async subscribe(token, { instance, staysLoggedIn, language }) {
      asked.push(`PUT ${token} ${instance} ${language}${staysLoggedIn ? ' stays' : ''}`);
      if (putStatus === 'refused') return { ok: false, status: 400 };
      return putStatus === 'ok' ? success : failure;
    },
    async unsubscribe(token, instance) {
      asked.push(`DELETE ${token} ${instance}`);
      return success;
    },
  };
  const localStore = createMemoryStore();
  if (choice !== undefined) localStore.set('webPush.anna', choice);
  if (isActive === true || kept !== undefined) localStore.set('webPush', kept ?? TAB);
  const session = createStore<SessionState>(begin);
  const language = createStore<Language>('en');
  const notes = createMemoryNotes();
  const webPush = createWebPush({
    device,
    api,
    notes,
    session,
    client,
    localStore,
    clock,
    log: { debug: () => {}, info: () => {}, warn: () => {} },
    instanceId: TAB,
    language,
    forWorker: { api: 'https://a.example/api/', icon: '' },
  });
  await settled();
  const since = async (act: () => void): Promise<readonly string[]> => {
    asked.length = 0;
    act();
    await settled();
    return [...asked];
  };
  const talk = async (): Promise<void> => {
    other.intents.call('anna');
    clock.advance(1000);
    client.intents.answer();
    clock.advance(1000);
    client.intents.hangUp();
    clock.advance(5000);
    await settled();
  };
  const setPut = (how: typeof putStatus): void => {
    putStatus = how;
  };
  return { clock, asked, state, localStore, session, language, notes, webPush, since, talk, setPut };
}

const put = `PUT token of anna ${TAB} en`;
const ending = [`DELETE token of anna ${TAB}`, 'unsubscribe'];

test('D78 a device subscribes after the login if the user wants it', async () => {
  const { asked, webPush, localStore, notes } = await createScene({ choice: 'on' });
  expect([asked, webPush.state.get()]).toEqual([['subscribe KEY', put], { phase: 'on', isForSession: true }]);
  expect([localStore.get('webPush'), notes.all.device]).toEqual([
    TAB,
    { isOn: true, api: 'https://a.example/api/', icon: '' },
  ]);
});

test('D78 A-082 a second tab subscribes the same device, and ends the pushes to it', async () => {
  const { asked, session, localStore, since } = await createScene({ choice: 'on', kept: OTHER_TAB });
  expect([asked.at(-1), localStore.get('webPush')]).toEqual([put.replace(TAB, OTHER_TAB), OTHER_TAB]);
  const leaving = await since(() => session.set({ phase: 'signingOut', was: person('anna') }));
  expect(leaving[0]).toBe(`DELETE token of anna ${OTHER_TAB}`);
  expect(localStore.get('webPush')).toBeUndefined();
});

test('D78 a kept id that is none is replaced', async () => {
  const { localStore } = await createScene({ choice: 'on', kept: 'true' });
  expect(localStore.get('webPush')).toBe(TAB);
});

test.each<[string, Conditions]>([
  ['the user has not been asked', {}],
  ['the user does not want it', { choice: 'off' }],
  ['notifications are not allowed', { choice: 'on', permission: 'default' }],
  ['notifications are blocked', { choice: 'on', permission: 'denied' }],
  ['the browser cannot', { choice: 'on', blockedBy: 'unsupported' }],
  ['the organisation has none', { choice: 'on', session: person('anna', { features: { webPush: false } }) }],
  ['the user is a passing visitor', { choice: 'on', session: person('anna', { isPassing: true }) }],
])('D78 no device subscribes if %s', async (_why, conditions) => {
  const { asked, webPush } = await createScene(conditions);
  expect([asked, webPush.state.get().phase]).toEqual([[], 'off']);
});

test('D78 with automatic login the subscription outlives the session', async () => {
  const { since, localStore, language, webPush } = await createScene({ choice: 'on' });
  localStore.set('autoLogin', 'true');
  expect(await since(() => language.set('sv'))).toEqual([
    'subscribe KEY',
    `PUT token of anna ${TAB} sv stays`,
  ]);
  expect(webPush.state.get()).toEqual({ phase: 'on' });
});

test.each<[string, (scene: Awaited<ReturnType<typeof createScene>>) => void]>([
  [
    'the user has logged in again',
    ({ session }) =>
      session.set(
        person('anna', {
          user: { ...person('anna').user, securityToken: 'token of anna', sipPassword: 'new' },
        }),
      ),
  ],
  ['the push service has ended it', ({ webPush }) => webPush.renew()],
  ['a day has passed', ({ clock }) => clock.advance(DAY_MS + 60_000)],
])('D78 the subscription is renewed when %s', async (_when, act) => {
  const scene = await createScene({ choice: 'on' });
  expect(await scene.since(() => act(scene))).toEqual(['subscribe KEY', put]);
});

test('D78 an unchanged subscription is left alone', async () => {
  const { since, clock, session } = await createScene({ choice: 'on' });
  expect(await since(() => clock.advance(DAY_MS / 2))).toEqual([]);
  expect(await since(() => session.set(person('anna')))).toEqual([]);
});

test('D78 the log-out ends the subscription immediately, on the server and in the browser', async () => {
  const { since, session, webPush, localStore, notes } = await createScene({ choice: 'on' });
  const ended = await since(() => session.set({ phase: 'signingOut', was: person('anna') }));
  expect([ended, webPush.state.get(), localStore.get('webPush')]).toEqual([
    ending,
    { phase: 'off' },
    undefined,
  ]);
  expect(notes.all.device?.isOn).toBe(false);
  expect(localStore.get('webPush.anna')).toBe('on');
});

test('D78 the log-out of a user who is not subscribed asks for nothing', async () => {
  const { since, session } = await createScene();
  expect(await since(() => session.set({ phase: 'signingOut', was: person('anna') }))).toEqual([]);
});

test('D78 a log-out during the subscription leaves none behind', async () => {
  const { asked, session } = await createScene({ session: { phase: 'signedOut' }, choice: 'on' });
  session.set(person('anna'));
  session.set({ phase: 'signingOut', was: person('anna') });
  await settled();
  expect(asked.filter((what) => what.startsWith('PUT'))).toEqual([]);
});

test('D78 a subscription of another user ends when a user logs in who does not want it', async () => {
  const { asked, localStore } = await createScene({ isActive: true });
  expect([asked, localStore.get('webPush')]).toEqual([ending, undefined]);
});

test('D78 a session that the server ends keeps the subscription, for the automatic login', async () => {
  const { since, session } = await createScene({ choice: 'on' });
  expect(await since(() => session.set({ phase: 'signedOut', wasEnded: true }))).toEqual([]);
});

test.each<[string, (scene: Awaited<ReturnType<typeof createScene>>) => void]>([
  ['the server does not answer', ({ setPut }) => setPut('lost')],
  ['the push service does not answer', ({ state }) => void (state.isServiceDown = true)],
  ['the server has no key now', ({ state }) => void (state.keyStatus = 503)],
])('D78 the page tries again each minute when %s', async (_why, fail) => {
  const scene = await createScene();
  const { clock, webPush, state, setPut, since } = scene;
  fail(scene);
  await webPush.setWanted(true);
  expect(webPush.state.get()).toEqual({ phase: 'failed' });
  setPut('ok');
  Object.assign(state, { isServiceDown: false, keyStatus: 0 });
  expect(await since(() => clock.advance(60_000))).toEqual(['subscribe KEY', put]);
  expect(webPush.state.get()).toEqual({ phase: 'on', isForSession: true });
});

test('D78 a server that pushes nothing is asked once a day', async () => {
  const { state, webPush, clock, since } = await createScene();
  state.keyStatus = 404;
  await webPush.setWanted(true);
  expect(webPush.state.get()).toEqual({ phase: 'off', blockedBy: 'unsupported' });
  state.keyStatus = 0;
  expect(await since(() => clock.advance(3_600_000))).toEqual([]);
  expect(await since(() => clock.advance(DAY_MS))).toEqual(['subscribe KEY', put]);
});

test('D78 a server that does not send to the push service of this browser is asked once a day', async () => {
  const { setPut, webPush, clock, since } = await createScene();
  setPut('refused');
  await webPush.setWanted(true);
  expect(webPush.state.get()).toEqual({ phase: 'off', blockedBy: 'unsupported' });
  setPut('ok');
  expect(await since(() => clock.advance(3_600_000))).toEqual([]);
  expect(await since(() => clock.advance(DAY_MS))).toEqual(['subscribe KEY', put]);
});

test('D78 the user is asked for the permission when they want it, and it can be switched off', async () => {
  const { asked, webPush, localStore, since } = await createScene({ permission: 'default' });
  await webPush.setWanted(true);
  expect([asked, webPush.state.get()]).toEqual([
    ['ask', 'subscribe KEY', put],
    { phase: 'on', isForSession: true },
  ]);
  expect(await since(() => void webPush.setWanted(false))).toEqual(ending);
  expect([webPush.state.get(), localStore.get('webPush.anna')]).toEqual([{ phase: 'off' }, 'off']);
});

test.each<[NotificationPermission, object, string | undefined]>([
  ['denied', { phase: 'off', blockedBy: 'denied' }, 'on'],
  ['default', { phase: 'off', isDismissed: true }, 'met'],
])('D78 the answer “%s” of the user subscribes nothing', async (answer, shown, kept) => {
  const { asked, webPush, state, localStore } = await createScene({ permission: 'default' });
  state.answer = answer;
  await webPush.setWanted(true);
  expect([asked, webPush.state.get(), localStore.get('webPush.anna')]).toEqual([['ask'], shown, kept]);
});

test('D78 while the browser asks, the page says so, also after a minute; a log-out ends the question', async () => {
  const { webPush, state, clock, session, asked } = await createScene({ permission: 'default' });
  const { promise, resolve } = later();
  state.answered = promise;
  const wanting = webPush.setWanted(true);
  clock.advance(60_000);
  await settled();
  expect(webPush.state.get()).toEqual({ phase: 'asking' });
  session.set({ phase: 'signingOut', was: person('anna') });
  session.set(person('bo'));
  await settled();
  expect(webPush.state.get()).toEqual({ phase: 'off' });
  resolve();
  await wanting;
  expect([webPush.state.get(), asked]).toEqual([{ phase: 'off' }, ['ask', ...ending]]);
});

test('D78 the latest press counts: a user who wants it no more is not subscribed by a late permission', async () => {
  const { webPush, state, asked, localStore } = await createScene({ permission: 'default' });
  const { promise, resolve } = later();
  state.answered = promise;
  const wanting = webPush.setWanted(true);
  await webPush.setWanted(false);
  expect(webPush.state.get()).toEqual({ phase: 'off' });
  resolve();
  await wanting;
  expect([asked, localStore.get('webPush.anna')]).toEqual([['ask'], 'off']);
});

test('D78 an offer stays while the question of the browser has no answer, and goes with a refusal', async () => {
  const { webPush, state, clock } = await createScene({ choice: 'met', permission: 'default' });
  state.answer = 'default';
  await webPush.setWanted(true);
  clock.advance(60_000);
  await settled();
  expect([webPush.isOfferDue.get(), webPush.state.get()]).toEqual([
    true,
    { phase: 'off', isDismissed: true },
  ]);
  state.answer = 'denied';
  await webPush.setWanted(true);
  expect([webPush.isOfferDue.get(), webPush.state.get()]).toEqual([
    false,
    { phase: 'off', blockedBy: 'denied' },
  ]);
});

test('D78 the offer comes with the second login or after a call, not with the first login', async () => {
  const { webPush, talk } = await createScene();
  expect(webPush.isOfferDue.get()).toBe(false);
  await talk();
  expect(webPush.isOfferDue.get()).toBe(true);
  expect((await createScene({ choice: 'met' })).webPush.isOfferDue.get()).toBe(true);
});

test.each<[string, Conditions]>([
  ['has been answered', { choice: 'off' }],
  ['would be vain', { choice: 'met', blockedBy: 'homeScreen' }],
  [
    'is for another organisation',
    { choice: 'met', session: person('anna', { features: { webPush: false } }) },
  ],
])('D78 no offer is made that %s', async (_which, conditions) => {
  const { webPush, talk } = await createScene(conditions);
  await talk();
  expect(webPush.isOfferDue.get()).toBe(false);
});

test.each([true, false])('D78 the answer to the offer, %s, is kept', async (isWanted) => {
  const { webPush, localStore, talk } = await createScene({ choice: 'met' });
  await webPush.setWanted(isWanted);
  await talk();
  expect([webPush.isOfferDue.get(), localStore.get('webPush.anna')]).toEqual([
    false,
    isWanted ? 'on' : 'off',
  ]);
});
