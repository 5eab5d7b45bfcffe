import { afterEach, expect, test, vi } from 'vitest';
import { createFakePage, createFakeWorker, type WorkerConditions } from './testing/fake-worker.ts';

const now = 1_800_000_000_000;
const id = 'incoming-0123456789abcdef';
const secret = 'AAAAAAAAAAAAAAAAAAAAAA';
const call = {
  type: 'call',
  id,
  secret,
  title: 'Anna is calling',
  body: 'Video call',
  missed: 'Missed call from Anna',
  actions: { answer: 'Answer', answerWithText: 'Answer with text', reject: 'Reject' },
  notRejected: 'The call could not be rejected',
  until: now + 30_000,
};
const tag = `call-${id}`;
const api = 'https://b.example/userApi/user/api/';
const device = { isOn: true, api, icon: 'https://a.example/icon.png' };

afterEach(() => {
  vi.useRealTimers();
});

function createScene(conditions: WorkerConditions = {}, done: string[] = []) {
  vi.useFakeTimers({ toFake: ['Date'], now });
  const worker = createFakeWorker(conditions, done);
  worker.notes.all.device = device;
  return worker;
}

test('D78 a pushed call is shown with its buttons, stays and vibrates, and the server is told that it rings', async () => {
  const { push, shown, done, notes } = createScene();
  await push(call);
  expect(shown).toEqual([
    {
      title: 'Anna is calling',
      isOpen: true,
      options: {
        dir: 'auto',
        icon: 'https://a.example/icon.png',
        tag,
        body: 'Video call',
        data: { type: 'call', id, secret, until: call.until, notRejected: call.notRejected },
        requireInteraction: true,
        renotify: true,
        vibrate: [200, 100, 200, 100, 200, 100, 400],
        actions: [
          { action: 'answer', title: 'Answer' },
          { action: 'answerWithText', title: 'Answer with text' },
          { action: 'reject', title: 'Reject' },
        ],
      },
    },
  ]);
  expect(done).toEqual([`POST ${api}push/calls/ringing ${JSON.stringify({ secret })}`]);
  expect(notes.all.ringing).toEqual({ id, until: call.until });
});

test.each([
  [3, ['answer', 'answerWithText', 'reject']],
  [2, ['answer', 'reject']],
  [1, ['answer']],
  [0, []],
])('D78 a browser that shows %d buttons shows the most important ones', async (maxActions, names) => {
  const { push, shown } = createScene({ maxActions });
  await push(call);
  expect(shown[0]?.options.actions?.map(({ action }) => action)).toEqual(names);
});

test('D78 D117 a call that arrives too late is shown as missed', async () => {
  const { push, shown, done, notes } = createScene({ answers: [404] });
  await push({ ...call, until: now });
  expect(shown).toMatchObject([{ title: 'Missed call from Anna', options: { tag, timestamp: now } }]);
  expect(shown[0]?.options).not.toHaveProperty('requireInteraction');
  expect([done.length, notes.all.ringing]).toEqual([1, undefined]);
});

test('D78 D117 on a device whose clock is ahead a call rings: the server knows that it does', async () => {
  const { push, click, shown, done, notes } = createScene();
  await push({ ...call, until: now - 3_600_000 });
  expect(shown).toMatchObject([
    { title: 'Anna is calling', options: { requireInteraction: true, renotify: true } },
  ]);
  expect(done).toEqual([`POST ${api}push/calls/ringing ${JSON.stringify({ secret })}`]);
  expect(notes.all.ringing).toEqual({ id, until: now + 30_000 });
  await click(tag, 'answer');
  expect(notes.all.opened).toMatchObject({ id, answer: 'asSet' });
});

test('D78 D117 a call of which the server says that it is over does not ring on', async () => {
  const { push, shown, notes } = createScene({ answers: [404] });
  await push(call);
  const [open, ...more] = shown.filter(({ isOpen }) => isOpen);
  expect([open?.title, more]).toEqual(['Missed call from Anna', []]);
  expect(open?.options).toMatchObject({ tag, silent: true });
  expect(open?.options).not.toHaveProperty('requireInteraction');
  expect(notes.all.ringing).toBeUndefined();
});

test.each([0, 500, 429])('D78 D117 a call rings on when the server answers %d', async (status) => {
  const { push, shown, notes } = createScene({ answers: [status] });
  await push(call);
  expect(shown.map(({ title }) => title)).toEqual(['Anna is calling']);
  expect(notes.all.ringing).toMatchObject({ id });
});

test('D78 D117 the push of a call that comes after that of its end does not ring', async () => {
  const ended = { type: 'callEnded', id, title: 'Anna called', body: 'Answered elsewhere', isMissed: false };
  const { push, shown, done, notes } = createScene();
  await push(ended);
  await push(call);
  const silent = { tag, body: 'Answered elsewhere', silent: true };
  expect(shown).toMatchObject([
    { title: 'Anna called', options: silent, isOpen: false },
    { title: 'Anna called', options: silent, isOpen: true },
  ]);
  expect([done, notes.all.ringing]).toEqual([[], undefined]);
});

test.each(['answer', 'answerWithText', 'reject', ''])(
  'D78 D117 the push of a call that comes again after the press of “%s” shows nothing',
  async (action) => {
    const { push, click, shown, notes } = createScene();
    await push(call);
    await click(tag, action);
    await push(call);
    expect([shown.length, shown.filter(({ isOpen }) => isOpen)]).toEqual([1, []]);
    expect(notes.all.ringing?.id).toBe(action === 'reject' ? undefined : id);
  },
);

test('D78 the next call rings after one that was rejected or has ended', async () => {
  const { push, click, shown } = createScene();
  await push(call);
  await click(tag, 'reject');
  await push({ ...call, id: 'incoming-2' });
  await push({ type: 'callEnded', id: 'incoming-2', title: 'Missed call', body: '', isMissed: true });
  await push({ ...call, id: 'incoming-3' });
  expect(shown.at(-1)).toMatchObject({ title: 'Anna is calling', options: { tag: 'call-incoming-3' } });
});

test.each([
  ['no content', undefined],
  ['no JSON', '<html>'],
  ['another shape', { type: 'call', id: 7 }],
  ['an unknown type', { type: 'advertisement', id: 'x', title: 'Buy' }],
  ['no secret', { ...call, secret: undefined }],
])('D78 a push with %s is shown without words', async (_what, content) => {
  const { push, shown, done } = createScene();
  await push(content);
  expect(shown).toMatchObject([{ title: 'a.example', options: { tag: 'neutral' } }]);
  expect(done).toEqual([]);
});

test('D78 a page that rings is not joined by a second sound', async () => {
  const done: string[] = [];
  const page = createFakePage('https://a.example/call/', done, true);
  const { push, shown } = createScene({ pages: [page] }, done);
  await push(call);
  expect(shown[0]?.options).toMatchObject({ tag, silent: true, requireInteraction: true });
  expect(shown[0]?.options).not.toHaveProperty('vibrate');
  expect(page.heard).toEqual([{ type: 'isRinging', id }, { type: 'noteChanged' }]);
});

test.each([
  ['rings for another call', false],
  ['is frozen', undefined],
])('D78 a page that %s does not keep the device from ringing', async (_how, isRinging) => {
  const page = createFakePage('https://a.example/call/', [], isRinging);
  const { push, shown } = createScene({ pages: [page] });
  await push(call);
  expect(shown[0]?.options).toMatchObject({ renotify: true });
});

test('D78 the end of a call replaces its notification', async () => {
  const { push, shown, notes } = createScene();
  await push(call);
  await push({ type: 'callEnded', id, title: 'Missed call from Anna', body: '', isMissed: true });
  expect(shown.filter(({ isOpen }) => isOpen)).toMatchObject([
    { title: 'Missed call from Anna', options: { tag, silent: true } },
  ]);
  expect(notes.all.ringing).toBeUndefined();
});

test.each([
  ['answer', 'asSet'],
  ['answerWithText', 'byText'],
  ['', 'not'],
])('D78 the press of “%s” keeps what the user wants and opens the app', async (action, answer) => {
  const { push, click, shown, done, notes } = createScene();
  await push(call);
  done.length = 0;
  await click(tag, action);
  expect(notes.all.opened).toEqual({ id, until: call.until, answer, at: now });
  expect(done).toEqual(['open https://a.example/call/']);
  expect(shown.map(({ isOpen }) => isOpen)).toEqual([false]);
});

test('D78 an open page comes to the front, and learns that the user has decided', async () => {
  const done: string[] = [];
  const page = createFakePage('https://a.example/call/history', done);
  const { push, click } = createScene({ pages: [page] }, done);
  await push(call);
  await click(tag, 'answer');
  expect(done.at(-1)).toBe('focus https://a.example/call/history');
  expect(page.heard.at(-1)).toEqual({ type: 'noteChanged' });
});

test('D78 a page that cannot be shown any more is replaced by a new one', async () => {
  const done: string[] = [];
  const page = {
    ...createFakePage('https://a.example/call/', done),
    focus: () => Promise.reject(new Error()),
  };
  const { push, click } = createScene({ pages: [page] }, done);
  await push(call);
  await click(tag);
  expect(done.at(-1)).toBe('open https://a.example/call/');
});

test('D78 the app is never shown in a frame of another page', async () => {
  const done: string[] = [];
  const page = { ...createFakePage('https://a.example/call/', done), frameType: 'nested' };
  const { push, click } = createScene({ pages: [page] }, done);
  await push(call);
  await click(tag);
  expect(done.at(-1)).toBe('open https://a.example/call/');
});

test('D78 Reject needs no page', async () => {
  const { push, click, done, notes } = createScene();
  await push(call);
  done.length = 0;
  await click(tag, 'reject');
  expect(done).toEqual([`POST ${api}push/calls/reject ${JSON.stringify({ secret })}`]);
  expect([notes.all.opened, notes.all.ringing]).toEqual([undefined, undefined]);
});

/** Shows the call, and rejects it while its requests get these answers; timers elapse immediately. */
async function rejectWith(answers: readonly number[], aheadMs = 0) {
  const scene = createScene({ answers: [200, ...answers] });
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now });
  await scene.push(call);
  scene.done.length = 0;
  vi.setSystemTime(now + aheadMs);
  const rejecting = scene.click(tag, 'reject');
  await vi.runAllTimersAsync();
  await rejecting;
  return { ...scene, open: scene.shown.filter(({ isOpen }) => isOpen) };
}

test.each([0, 500, 503, 429])('D78 a Reject that gets %d is repeated', async (status) => {
  const { done, open } = await rejectWith([status, status, 200]);
  expect([done.length, open]).toEqual([3, []]);
});

test.each([404, 400])('D78 a Reject that gets %d is not repeated: the call is over', async (status) => {
  const { done, open } = await rejectWith([status]);
  expect([done.length, open]).toEqual([1, []]);
});

test('D78 a person whose Reject does not reach the server is told, and can press again', async () => {
  const { done, open, click } = await rejectWith([0, 0, 0, 0, 200]);
  expect(done).toHaveLength(4);
  expect(open).toMatchObject([
    {
      title: 'The call could not be rejected',
      options: { tag, body: 'Anna is calling', requireInteraction: true, dir: 'auto' },
    },
  ]);
  expect(open[0]?.options.actions?.map(({ action }) => action)).toEqual([
    'answer',
    'answerWithText',
    'reject',
  ]);
  await click(tag, 'reject');
  expect(done).toHaveLength(5);
});

test('D78 a Reject is not repeated when the caller has given up, and the person is told', async () => {
  const { done, open } = await rejectWith([0], 30_000);
  expect([done.length, open.map(({ title }) => title)]).toEqual([1, ['The call could not be rejected']]);
  expect(open[0]?.options).not.toHaveProperty('actions');
});

test.each([
  [{ type: 'message', id: 'm1', title: 'Message from Anna', body: 'Hi' }, 'message-m1', 'messages'],
  [{ type: 'callEnded', id, title: 'Missed call', body: '', isMissed: true }, tag, 'history'],
  [{ type: 'callEnded', id, title: 'Answered', body: '', isMissed: false }, tag, ''],
])('D78 a click on %j opens its page', async (pushed, shownTag, path) => {
  const { push, click, done } = createScene();
  await push(pushed);
  await click(shownTag);
  expect(done).toEqual([`open https://a.example/call/${path}`]);
});

test('D78 after a log-out that could not end the subscription, the next push ends it and names no user', async () => {
  const { push, shown, done, notes } = createScene();
  notes.all.device = { ...device, isOn: false };
  await push(call);
  expect(shown.map(({ title }) => title)).toEqual(['a.example']);
  expect([done, notes.all.ringing]).toEqual([['unsubscribe'], undefined]);
});

test('D78 without its notes the worker asks the server of its own address', async () => {
  const { push, done, notes } = createScene();
  delete notes.all.device;
  await push(call);
  expect(done).toEqual([
    `POST https://a.example/call/userApi/user/api/push/calls/ringing ${JSON.stringify({ secret })}`,
  ]);
});

test('notifications need no request of a page and no cache', () => {
  const { handled } = createScene();
  expect([...handled]).toEqual(['push', 'notificationclick', 'pushsubscriptionchange']);
});
