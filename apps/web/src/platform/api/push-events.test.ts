import { createFakeClock } from '@samtal/test-kit';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { PushListener } from '../../client/records/push.ts';
import { createPushEvents } from './push-events.ts';

/** A stream that the test opens, fills and closes. */
class FakeEventSource extends EventTarget {
  static all: FakeEventSource[] = [];
  readonly url: string;
  isClosed = false;

  constructor(url: string) {
    super();
    this.url = url;
    FakeEventSource.all.push(this);
  }

  close(): void {
    this.isClosed = true;
  }

  say(data: string): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

const sources = () => FakeEventSource.all;
const openConnections = () => sources().filter(({ isClosed }) => !isClosed);

beforeEach(() => {
  FakeEventSource.all = [];
  vi.stubGlobal('EventSource', FakeEventSource);
});
afterEach(() => vi.unstubAllGlobals());

let accounts = 0;
const newAccount = (): string => `sip:person${accounts++}@demo.example`;

/** One tab that listens for `account`. */
function openTab(account: string, token = 't&1', { hasLocks = true } = {}) {
  const clock = createFakeClock();
  const heard: string[] = [];
  const listener: PushListener = {
    onChange: (change) => void heard.push(change),
    onOpened: () => void heard.push('opened'),
    onLost: () => void heard.push('lost'),
  };
  const log = { info: () => undefined, warn: () => undefined };
  const locks = hasLocks ? navigator.locks : undefined;
  const push = createPushEvents({ server: 'https://calls.example/', clock, random: () => 1, log, locks });
  const close = push.open(account, token, listener);
  onTestFinished(close);
  return { clock, heard, close };
}

test('tabs of one account share one stream, and each gets every change', async () => {
  const account = newAccount();
  const [one, two] = [openTab(account), openTab(account)];
  await expect.poll(() => sources().length).toBe(1);
  expect(sources()[0]?.url).toBe('https://calls.example/userApi/user/api/events?securityToken=t%261');
  sources()[0]?.dispatchEvent(new Event('open'));
  sources()[0]?.say('{"kind":"messages"}');
  sources()[0]?.say('{"kind":"no such kind"}');
  sources()[0]?.say('not JSON');
  sources()[0]?.say('{"kind":"history"}');
  await expect.poll(() => two.heard).toEqual(['opened', 'messages', 'history']);
  expect(one.heard).toEqual(['opened', 'messages', 'history']);

  const late = openTab(account);
  await expect.poll(() => late.heard).toEqual(['opened']);
  expect(sources()).toHaveLength(1);
  expect(two.heard).toHaveLength(3);
});

test('when the tab with the stream closes, another takes over and loads its data again', async () => {
  const account = newAccount();
  const one = openTab(account, 'first');
  await expect.poll(() => sources().length).toBe(1);
  const two = openTab(account, 'second');
  one.close();
  await expect.poll(() => sources().length).toBe(2);
  expect(openConnections().map(({ url }) => new URL(url).searchParams.get('securityToken'))).toEqual([
    'second',
  ]);
  sources()[1]?.dispatchEvent(new Event('open'));
  expect(two.heard).toEqual(['opened']);
});

test('users who share a browser have their own streams', async () => {
  openTab(newAccount());
  openTab(newAccount());
  await expect.poll(() => openConnections().length).toBe(2);
});

test('a stream that fails is opened again, with pauses that grow to half a minute', async () => {
  const { clock, heard } = openTab(newAccount());
  await expect.poll(() => sources().length).toBe(1);
  const pauses: number[] = [];
  const breakConnection = (): void => {
    const before = sources().length;
    sources().at(-1)?.dispatchEvent(new Event('error'));
    let waited = 0;
    while (sources().length === before) {
      clock.advance(500);
      waited += 500;
    }
    pauses.push(waited);
  };
  sources()[0]?.dispatchEvent(new Event('open'));
  for (let time = 0; time < 7; time++) breakConnection();
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  expect(heard).toEqual(['opened', 'lost']);
  expect(openConnections()).toHaveLength(1);
  sources().at(-1)?.dispatchEvent(new Event('open'));
  breakConnection();
  expect([heard.slice(2), pauses.at(-1)]).toEqual([['opened', 'lost'], 1000]);
});

test('after the logout: no stream, no further attempt, no events', async () => {
  const { clock, heard, close } = openTab(newAccount());
  await expect.poll(() => sources().length).toBe(1);
  sources()[0]?.dispatchEvent(new Event('error'));
  close();
  clock.advance(120_000);
  expect([sources().length, openConnections().length, heard]).toEqual([1, 0, []]);
});

test('without locks each tab has its own stream', () => {
  openTab(newAccount(), 't', { hasLocks: false });
  expect(openConnections()).toHaveLength(1);
});
