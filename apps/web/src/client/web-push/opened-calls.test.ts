import { historyIdOf, type KeyValue } from '@samtal/api-contract';
import { createFakeClock, createFakeNetwork, createTestClient, settingsOf } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { createMemoryNotes } from '../../testing/memory-notes.ts';
import { createAlerts } from '../alerts/alerts.ts';
import type { OpenedNote } from '../ports/push-notes.ts';
import type { SessionState } from '../session/session.ts';
import { createStore } from '../store/store.ts';
import { followOpenedCalls } from './opened-calls.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));
const none: readonly KeyValue[] = [];
const signedIn = (more: object = {}): SessionState =>
  ({ phase: 'signedIn', user: { username: 'bo', capabilities: none }, ...more }) as unknown as SessionState;

function createScene({ isPassing = false } = {}) {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock);
  const [anna, bo] = [createTestClient(network, clock, 1), createTestClient(network, clock, 2)];
  const notes = createMemoryNotes();
  const alerts = createAlerts(clock);
  const closed: string[] = [];
  const opened = followOpenedCalls({
    client: bo,
    session: createStore(signedIn(isPassing ? { isPassing } : {})),
    notes,
    device: { closeNotices: (tag) => void closed.push(tag) },
    alerts,
    clock,
    untilTexts: async () => undefined,
  });
  anna.intents.start(settingsOf('anna'));
  const register = (): void => {
    bo.intents.start(settingsOf('bo', { perCall: { audio: true, video: true } }));
    clock.advance(1000);
  };
  const ring = async (): Promise<string> => {
    anna.intents.call('bo');
    clock.advance(1000);
    const { call } = bo.getState();
    await settled();
    return call.phase === 'incoming' ? historyIdOf('incoming', call.call.callId) : '';
  };
  const press = (id: string, answer: OpenedNote['answer'], at = clock.now()): void => {
    notes.all.opened = { id, answer, at, until: at + 30_000 };
    opened.look();
  };
  const told = () => alerts.list.get().map(({ message }) => message.key);
  return { clock, anna, bo, notes, opened, closed, register, ring, press, told };
}

/** The id of the first call in a scene, which the user may have answered before the page knows the call. */
const first = historyIdOf('incoming', 'in-1');

test.each([
  ['asSet', { audio: true, video: true, text: true }],
  ['byText', { audio: false, video: false, text: true }],
] as const)(
  'D78 a call that the user has answered before the page was open is answered %s',
  async (answer, media) => {
    const { clock, bo, notes, register, ring, press } = createScene();
    press(first, answer);
    register();
    await ring();
    clock.advance(1000);
    expect(bo.status()).toBe('ACCEPTED');
    expect(bo.getState().media.working).toMatchObject({ audio: media.audio, video: media.video });
    expect(notes.all.opened).toBeUndefined();
  },
);

test('D78 a call that already rings in the page is answered by the notification', async () => {
  const { clock, bo, register, ring, press } = createScene();
  register();
  const id = await ring();
  expect(bo.status()).toBe('INCOMING_CALL');
  press(id, 'asSet');
  await settled();
  clock.advance(1000);
  expect(bo.status()).toBe('ACCEPTED');
});

test.each([
  ['of another call', 'incoming-other', 0],
  ['of 40 seconds ago', first, 40_000],
  ['of the future', first, -1000],
])('D78 a wish %s answers nothing', async (_which, id, ageMs) => {
  const { clock, bo, register, ring, press } = createScene();
  register();
  press(id, 'asSet', clock.now() - ageMs);
  await ring();
  clock.advance(1000);
  expect(bo.status()).toBe('INCOMING_CALL');
});

test('D78 a click on the notification itself opens the page, where the call rings', async () => {
  const { bo, notes, register, ring, press } = createScene();
  press(first, 'not');
  register();
  await ring();
  expect([bo.status(), notes.all.opened]).toEqual(['INCOMING_CALL', undefined]);
});

test('D78 a wish answers one call only', async () => {
  const { clock, anna, bo, register, ring, press } = createScene();
  press(first, 'asSet');
  register();
  await ring();
  anna.intents.hangUp();
  clock.advance(5000);
  anna.intents.dismiss();
  await ring();
  clock.advance(1000);
  expect(bo.status()).toBe('INCOMING_CALL');
});

test('D78 the page says that the call is over, if it does not come soon after the registration', async () => {
  const { clock, notes, register, press, told } = createScene();
  press(first, 'asSet');
  register();
  await settled();
  clock.advance(3999);
  await settled();
  expect(told()).toEqual([]);
  clock.advance(1);
  await settled();
  expect([told(), notes.all.opened]).toEqual([['webpush.call_over'], undefined]);
});

test('D78 a page that is opened long afterwards says nothing, and forgets the wish', async () => {
  const { clock, notes, register, press, told } = createScene();
  press(first, 'asSet', clock.now() - 3_600_000);
  register();
  await settled();
  clock.advance(10);
  await settled();
  expect([told(), notes.all.opened]).toEqual([[], undefined]);
});

test('D78 the page of a passing visitor leaves the wish to the app', async () => {
  const { clock, notes, register, press, told } = createScene({ isPassing: true });
  press(first, 'asSet');
  register();
  await settled();
  clock.advance(10_000);
  await settled();
  expect([told(), notes.all.opened?.id]).toEqual([[], first]);
});

test('D78 the notification of the worker goes when the page rings, and again when the ringing ends', async () => {
  const { clock, anna, opened, closed, register, ring } = createScene();
  register();
  const id = await ring();
  expect([closed, opened.isRinging(id), opened.isRinging('incoming-other')]).toEqual([
    [`call-${id}`],
    true,
    false,
  ]);
  anna.intents.cancel();
  clock.advance(1000);
  expect([closed.length, opened.isRinging(id)]).toEqual([2, false]);
});

test('D78 D117 the notification of a call goes that comes when the call has been answered in the page', async () => {
  const { clock, bo, opened, closed, register, ring } = createScene();
  register();
  const id = await ring();
  bo.intents.answer();
  clock.advance(1000);
  closed.length = 0;
  opened.look();
  expect([bo.status(), closed]).toEqual(['ACCEPTED', [`call-${id}`]]);
});

test('D78 a page closes no notification of a call that has not rung in it', async () => {
  const { opened, closed, register } = createScene();
  register();
  opened.look();
  await settled();
  expect(closed).toEqual([]);
});
