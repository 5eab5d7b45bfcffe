import { textOf } from '@samtal/realtime-text';
import type { FakeNetwork, TestClient } from '@samtal/test-kit';
import {
  createFakeClock,
  createFakeNetwork,
  createSeededRandom,
  createTestClient,
  settingsOf,
} from '@samtal/test-kit';
import { beforeEach, expect, test } from 'vitest';
import type { ClientSettings } from '../state/client-settings.ts';
import { readTicket } from './read-ticket.ts';

const LIMIT_MS = 30_000;
const continuity = { limitMs: LIMIT_MS, outlivesReload: true };

let clock = createFakeClock();
let network: FakeNetwork;

beforeEach(() => {
  clock = createFakeClock();
  network = createFakeNetwork(clock, 10);
});

/** The storage of one tab, as text, which outlives the pages in it. */
type Tab = { kept: string | undefined; isFull?: true };

type Page = TestClient & { readonly tab: Tab; readonly name: string };

function load(name: string, tab: Tab = { kept: undefined }, changes: Partial<ClientSettings> = {}): Page {
  const client = createTestClient(network, clock, 1, {
    tickets: {
      keep(ticket) {
        if (tab.isFull === true) return false;
        tab.kept = JSON.stringify(ticket);
        return true;
      },
      take(settings, now) {
        const found: unknown = tab.kept === undefined ? undefined : JSON.parse(tab.kept);
        tab.kept = undefined;
        return readTicket(found, settings, now);
      },
    },
  });
  client.signalling.keepsCalls = true;
  client.intents.start(settingsOf(name, { continuity, ...changes }));
  return { ...client, tab, name };
}

/** Alice calls bobby, and bobby answers. */
function createCall(changes: Partial<ClientSettings> = {}): { alice: Page; bobby: Page } {
  const [alice, bobby] = [load('alice', undefined, changes), load('bobby', undefined, changes)];
  clock.advance(50);
  alice.intents.call('bobby');
  clock.advance(50);
  bobby.intents.answer();
  clock.advance(50);
  expect([alice.status(), bobby.status()]).toEqual(['ACCEPTED', 'ACCEPTED']);
  return { alice, bobby };
}

/** The page goes, and another one is loaded in its tab after `forMs`. */
function reload(page: Page, forMs = 300, changes: Partial<ClientSettings> = {}): Page {
  page.emit({ type: 'pageHidden' });
  clock.advance(forMs);
  return load(page.name, page.tab, changes);
}

const isInterrupted = (client: TestClient): boolean =>
  client.getState().continuity.interruption !== undefined;
const askedOf = ({ signalling }: TestClient, what: string): number =>
  signalling.asked.filter((each) => each.startsWith(what)).length;
const ownText = (client: TestClient): string => textOf(client.getState().text.conversation, 'own');
const otherText = (client: TestClient): string => textOf(client.getState().text.conversation, 'other');
const acceptedIn = (client: TestClient) => {
  const { call } = client.getState();
  return call.phase === 'accepted' ? call : expect.fail('no call');
};

test.each([0, 10, 25, 60, 150, 1000])(
  'D81 after three reloads in a row, each after %d ms, the call goes on with the devices that were open',
  (afterMs) => {
    const { alice, bobby } = createCall();
    const open = alice.getState().media.working;
    let page = alice;
    for (let reloads = 0; reloads < 3; reloads += 1) page = reload(page, afterMs);
    clock.advance(10_000);
    expect([page.status(), bobby.status(), isInterrupted(page), isInterrupted(bobby)]).toEqual([
      'ACCEPTED',
      'ACCEPTED',
      false,
      false,
    ]);
    expect(page.getState().media.working).toEqual(open);
    expect(open).toEqual({ audio: true, video: true });
    page.intents.hangUp();
    clock.advance(2000);
    expect(bobby.status()).toBe('TERMINATED_REMOTE');
  },
);

test.each(['caller', 'callee'] as const)(
  'D81 the call of the %s goes on after a reload of the page',
  (role) => {
    const { alice, bobby } = createCall();
    const [mine, other] = role === 'caller' ? [alice, bobby] : [bobby, alice];
    const before = acceptedIn(mine);
    const asked = mine.signalling.asked.length;
    mine.emit({ type: 'pageHidden' });
    expect(mine.signalling.asked.slice(asked)).toEqual(['suspendConnection']);
    clock.advance(300);
    const next = load(mine.name, mine.tab);
    expect(next.status()).toBe('ACCEPTED');
    expect(isInterrupted(next)).toBe(true);
    clock.advance(2000);
    expect([next.status(), other.status()]).toEqual(['ACCEPTED', 'ACCEPTED']);
    expect([isInterrupted(next), isInterrupted(other)]).toEqual([false, false]);
    const { call, acceptedAt } = acceptedIn(next);
    expect([call, acceptedAt]).toEqual([before.call, before.acceptedAt]);
    expect(other.statuses.filter((status) => status === 'INCOMING_CALL')).toHaveLength(
      other === bobby ? 1 : 0,
    );
    expect([askedOf(next, 'takeUp'), askedOf(next, 'resume'), askedOf(other, 'reject')]).toEqual([1, 0, 0]);
    clock.advance(100_000);
    expect([next.status(), other.status()]).toEqual(['ACCEPTED', 'ACCEPTED']);
  },
);

test('D81 the conversation stays, and text goes on in both directions', () => {
  const { alice, bobby } = createCall();
  alice.intents.editText('before ');
  bobby.intents.editText('yes ');
  clock.advance(1000);
  const next = reload(alice);
  expect([ownText(next), otherText(next)]).toEqual(['before ', 'yes ']);
  next.intents.editText('before and while it loads ');
  bobby.intents.editText('yes and no ');
  clock.advance(3000);
  next.intents.editText(`${next.getState().text.outbox.target}after`);
  clock.advance(3000);
  const marks = /\uFFFD/gu;
  expect(otherText(bobby).replaceAll(marks, '')).toBe('before and while it loads after');
  expect(otherText(next).replaceAll(marks, '')).toBe('yes and no ');
  expect(next.getState().text.outbox.doubts).toEqual([]);
});

test('D81 D41 text that was on its way when the page went is in doubt, and is not sent twice', () => {
  const { alice, bobby } = createCall();
  network.isTextLost = true;
  alice.intents.editText('lost');
  clock.advance(100);
  const next = reload(alice);
  network.isTextLost = false;
  clock.advance(3000);
  expect(ownText(next)).toBe('lost');
  expect(next.getState().text.outbox.doubts).toHaveLength(1);
  expect(otherText(bobby)).toBe('\uFFFD');
});

test('D81 a call without text gets no mark of lost text', () => {
  const { alice, bobby } = createCall();
  const next = reload(alice);
  clock.advance(3000);
  expect([otherText(next), otherText(bobby)]).toEqual(['', '']);
});

test('D81 the devices that were open are opened, what was muted stays muted, and the panels stay', () => {
  const { alice } = createCall();
  alice.intents.toggleMicrophone();
  alice.intents.togglePanel('selfView');
  const next = reload(alice);
  clock.advance(3000);
  expect(next.localMedia.acquired).toEqual(['audio+video']);
  expect(next.localMedia.primed).toEqual([]);
  expect(next.localMedia.sending).toEqual(['audio off']);
  const { isMicrophoneOn, isCameraOn, isSelfViewVisible, isKnocking } = next.getState().panels;
  expect([isMicrophoneOn, isCameraOn, isSelfViewVisible, isKnocking]).toEqual([false, true, false, false]);
  expect(next.signalling.lastTakeUp?.wanted).toEqual({ audio: true, video: true, text: true });
});

/** Who holds the call, as this page says: the own user, the peer's agreement to that, and the peer. */
const holdOf = (page: Page): readonly boolean[] => {
  const { isOwn, isOwnAgreed, isByPeer } = page.getState().hold;
  return [isOwn, isOwnAgreed, isByPeer];
};
/** Whether the devices of the call are held. */
const isHeldAt = (page: Page): boolean => page.localMedia.held.has(acceptedIn(page).call.callId);

test('D81 D84 a user who holds the call holds it after a reload, before the devices open, and may resume', () => {
  const { alice, bobby } = createCall();
  alice.intents.setHeld(true);
  clock.advance(500);
  alice.emit({ type: 'pageHidden' });
  clock.advance(300);
  const next = load('alice', alice.tab);
  expect([holdOf(next), isHeldAt(next)]).toEqual([[true, false, false], true]);
  clock.advance(3000);
  expect([isInterrupted(next), holdOf(next), isHeldAt(next)]).toEqual([false, [true, true, false], true]);
  expect([holdOf(bobby), askedOf(next, 'hold')]).toEqual([[false, false, true], 1]);
  next.intents.setHeld(false);
  clock.advance(500);
  expect([holdOf(next), isHeldAt(next), holdOf(bobby)]).toEqual([
    [false, false, false],
    false,
    [false, false, false],
  ]);
});

test('D81 D84 a user who resumes before the call is taken up does not hold it', () => {
  const { alice, bobby } = createCall();
  alice.intents.setHeld(true);
  clock.advance(500);
  const next = reload(alice);
  next.intents.setHeld(false);
  clock.advance(3000);
  expect([holdOf(next), isHeldAt(next), holdOf(bobby)]).toEqual([
    [false, false, false],
    false,
    [false, false, false],
  ]);
});

test('D81 D84 the page of the peer is loaded anew: it reads that the call is on hold, until the user resumes', () => {
  const { alice, bobby } = createCall();
  alice.intents.setHeld(true);
  clock.advance(500);
  const next = reload(bobby);
  clock.advance(3000);
  expect([holdOf(alice), isHeldAt(alice), holdOf(next), isHeldAt(next)]).toEqual([
    [true, true, false],
    true,
    [false, false, true],
    false,
  ]);
  alice.intents.setHeld(false);
  clock.advance(500);
  expect([holdOf(alice), holdOf(next)]).toEqual([
    [false, false, false],
    [false, false, false],
  ]);
});

test('D81 D84 both hold the call and load their pages anew: both still hold it', () => {
  const { alice, bobby } = createCall();
  for (const page of [alice, bobby]) {
    page.intents.setHeld(true);
    clock.advance(500);
  }
  const pages = [reload(alice), reload(bobby)];
  clock.advance(10_000);
  expect(pages.map(holdOf)).toEqual([
    [true, true, true],
    [true, true, true],
  ]);
});

test('D81 D84 a ticket without a hold, or with one that is not true, holds nothing', () => {
  const { alice } = createCall();
  alice.intents.setHeld(true);
  clock.advance(500);
  alice.emit({ type: 'pageHidden' });
  const ticket = JSON.parse(alice.tab.kept ?? '') as object;
  for (const isHeld of [undefined, 'yes', 1, {}]) {
    const next = load('alice', { kept: JSON.stringify({ ...ticket, isHeld }) });
    expect([acceptedIn(next).phase, next.getState().hold.isOwn]).toEqual(['accepted', false]);
  }
});

test('D81 a camera that was not on in the call is not opened', () => {
  const { alice } = createCall({ video: false });
  const next = reload(alice, 300, { video: true });
  clock.advance(3000);
  expect(next.localMedia.acquired).toEqual(['audio']);
  expect(next.signalling.lastTakeUp?.wanted).toEqual({ audio: true, video: false, text: true });
});

test('D81 the INVITE waits for camera and microphone, and goes without them when they fail', () => {
  const { alice, bobby } = createCall();
  alice.emit({ type: 'pageHidden' });
  const next = createTestClient(network, clock, 1, {
    tickets: {
      keep: () => true,
      take: (settings, now) => readTicket(JSON.parse(alice.tab.kept ?? ''), settings, now),
    },
  });
  next.localMedia.failure = 'silent';
  next.intents.start(settingsOf('alice', { continuity }));
  clock.advance(3000);
  expect(askedOf(next, 'takeUp')).toBe(0);
  const { callId } = acceptedIn(next).call;
  next.emit({ type: 'mediaFailed', callId, failure: 'notFound' });
  clock.advance(1000);
  expect([isInterrupted(next), isInterrupted(bobby)]).toEqual([false, false]);
  expect(next.getState().media.working).toEqual({ audio: false, video: false });
});

test.each([
  [300, 300],
  [300, 900],
  [900, 300],
  [300, 301],
  [4000, 300],
  [300, 4000],
])('D81 both pages are reloaded, after %d and %d ms, and take up the same call', (aliceMs, bobbyMs) => {
  const { alice, bobby } = createCall();
  for (const page of [alice, bobby]) page.emit({ type: 'pageHidden' });
  const both = [
    { page: alice, at: aliceMs },
    { page: bobby, at: bobbyMs },
  ].toSorted((one, two) => one.at - two.at);
  let now = 0;
  const next = both.map(({ page, at }) => {
    clock.advance(at - now);
    now = at;
    return load(page.name, page.tab);
  });
  clock.advance(6000);
  for (const client of next) {
    expect(client.status()).toBe('ACCEPTED');
    expect(isInterrupted(client)).toBe(false);
  }
  clock.advance(60_000);
  expect(next.map((client) => client.status())).toEqual(['ACCEPTED', 'ACCEPTED']);
});

test('D81 a page that is loaded anew twice keeps the call, and the limit counts from the first time', () => {
  const { alice, bobby } = createCall();
  network.isDown = true;
  const second = reload(alice, 100);
  clock.advance(20_000);
  const third = reload(second, 100);
  network.isDown = false;
  clock.advance(3000);
  expect([isInterrupted(third), isInterrupted(bobby)]).toEqual([false, false]);
  network.isDown = true;
  const fourth = reload(reload(third, 20_000), 9000);
  expect(fourth.status()).toBe('ACCEPTED');
  clock.advance(1000);
  expect(fourth.getState().call).toMatchObject({ phase: 'ended', isCutOff: true });
});

test.each([420, 481, 486, 403, 488, 603])(
  'D81 a peer that answers %d does not take the call up: it has ended, and its text can be read',
  (status) => {
    const { alice } = createCall();
    alice.intents.editText('kept');
    clock.advance(1000);
    network.takeUpStatus = status;
    const next = reload(alice);
    clock.advance(1000);
    expect(next.getState().call).toMatchObject({ phase: 'ended', outcome: 'failed', isBroken: true });
    expect(ownText(next)).toBe('kept');
    expect(next.signalling.asked.at(-1)).toBe('abandon');
    expect([...next.localMedia.live]).toEqual([]);
  },
);

test.each([480, 491, 503, 408])('D81 after %d the INVITE is repeated', (status) => {
  const { alice } = createCall();
  network.takeUpStatus = status;
  const next = reload(alice);
  clock.advance(3000);
  network.takeUpStatus = undefined;
  clock.advance(5000);
  expect(next.status()).toBe('ACCEPTED');
  expect(isInterrupted(next)).toBe(false);
});

test('D81 the call that the other user has ended meanwhile is shown as ended', () => {
  const { alice, bobby } = createCall();
  alice.emit({ type: 'pageHidden' });
  bobby.intents.hangUp();
  clock.advance(300);
  const next = load('alice', alice.tab);
  clock.advance(3000);
  expect(next.getState().call).toMatchObject({ phase: 'ended' });
});

test('D81 a page that comes back after the limit shows that the connection was lost, and opens no device', () => {
  const { alice } = createCall();
  alice.intents.editText('kept');
  clock.advance(1000);
  const next = reload(alice, LIMIT_MS);
  clock.advance(0);
  expect(next.getState().call).toMatchObject({ phase: 'ended', isCutOff: true });
  expect(ownText(next)).toBe('kept');
  expect([next.localMedia.acquired, askedOf(next, 'takeUp')]).toEqual([[], 0]);
});

test('D81 the user can hang up before the call is taken up', () => {
  const { alice, bobby } = createCall();
  const next = reload(alice);
  next.intents.hangUp();
  clock.advance(3000);
  expect([next.status(), bobby.status()]).toEqual(['COMPLETED', 'TERMINATED_REMOTE']);
});

test('D81 a page that comes back from the cache of the browser goes on with its own call', () => {
  const { alice, bobby } = createCall();
  alice.emit({ type: 'pageHidden' });
  clock.advance(5000);
  alice.emit({ type: 'pageShown' });
  clock.advance(3000);
  expect([isInterrupted(alice), isInterrupted(bobby)]).toEqual([false, false]);
  expect([askedOf(alice, 'resume'), askedOf(alice, 'takeUp')]).toEqual([1, 0]);
});

test('D81 the ticket is used once, so a copy of the tab cannot take the call', () => {
  const { alice } = createCall();
  const next = reload(alice);
  expect(next.tab.kept).toBeUndefined();
  const copy = load('alice', { ...next.tab });
  expect(copy.getState().call.phase).toBe('idle');
});

test.each([
  ['another user', { account: 'carol@demo.example' }],
  ['another format', { format: 2 }],
  ['no call', { call: undefined }],
  ['a broken call', { call: { callId: 1, direction: 'incoming', remoteUser: {} } }],
  ['broken media', { media: { audio: true } }],
  ['broken panels', { panels: {} }],
  ['no time', { acceptedAt: 'now' }],
  ['a time to come', { leftAt: Number.MAX_SAFE_INTEGER }],
  ['no dialog', { dialog: 7 }],
])('D81 a ticket with %s is not used', (_what, changes) => {
  const { alice } = createCall();
  alice.emit({ type: 'pageHidden' });
  const ticket = JSON.parse(alice.tab.kept ?? '') as object;
  const next = load('alice', { kept: JSON.stringify({ ...ticket, ...changes }) });
  clock.advance(100);
  expect([next.getState().call.phase, next.localMedia.acquired]).toEqual(['idle', []]);
});

test.each(['{}', '[]', '7', '"x"', 'null'])('D81 %s in the storage of the tab is no ticket', (kept) => {
  const next = load('alice', { kept });
  expect(next.getState().call.phase).toBe('idle');
});

test('D81 text of another build that cannot be read is left out, and the call goes on', () => {
  const { alice } = createCall();
  alice.intents.editText('kept');
  clock.advance(1000);
  alice.emit({ type: 'pageHidden' });
  const ticket = JSON.parse(alice.tab.kept ?? '') as object;
  const next = load('alice', { kept: JSON.stringify({ ...ticket, text: { conversation: [7] } }) });
  clock.advance(3000);
  expect([isInterrupted(next), ownText(next)]).toEqual([false, '']);
});

test('D81 a tab that cannot keep the ticket ends the call with BYE', () => {
  const { alice, bobby } = createCall();
  alice.tab.isFull = true;
  alice.emit({ type: 'pageHidden' });
  clock.advance(100);
  expect(bobby.status()).toBe('TERMINATED_REMOTE');
});

test.each([
  ['without calls that outlive an interruption', {}],
  ['for a user who is not logged in again after a reload', { continuity: { limitMs: LIMIT_MS } }],
])('D15 %s a reload ends the call, and unregisters', (_which, changes) => {
  const [alice, bobby] = ['alice', 'bobby'].map((name) => {
    const client = createTestClient(network, clock);
    client.intents.start(settingsOf(name, changes));
    return client;
  }) as [TestClient, TestClient];
  clock.advance(50);
  alice.intents.call('bobby');
  clock.advance(50);
  bobby.intents.answer();
  clock.advance(50);
  alice.emit({ type: 'pageHidden' });
  clock.advance(50);
  expect([alice.status(), bobby.status()]).toEqual(['TERMINATED_LOCAL', 'TERMINATED_REMOTE']);
  expect(alice.signalling.asked.slice(-3)).toEqual(['hangUp', 'unregister', 'closeConnection']);
});

test('D81 a call that still rings ends with its page', () => {
  const [alice, bobby] = [load('alice'), load('bobby')];
  clock.advance(50);
  alice.intents.call('bobby');
  clock.advance(50);
  alice.emit({ type: 'pageHidden' });
  clock.advance(50);
  expect([alice.tab.kept, bobby.status()]).toEqual([undefined, 'CANCELED_REMOTE']);
});

/** Both users write, hold and resume, reload their pages and lose their connections at random; the seed makes a failure repeatable. */
function runAtRandom(seed: number): void {
  clock = createFakeClock();
  network = createFakeNetwork(clock, 20);
  const random = createSeededRandom(seed);
  const patient = { continuity: { limitMs: 600_000, outlivesReload: true } };
  const { alice, bobby } = createCall(patient);
  const pages = [alice, bobby];
  const typed = ['', ''];
  for (let turn = 0; turn < 40; turn++) {
    const end = random() < 0.5 ? 0 : 1;
    const page = pages[end] ?? expect.fail();
    const acts: (() => void)[] = [
      () => {
        typed[end] += 'a';
        page.intents.editText(`${page.getState().text.outbox.target}a`);
      },
      () => void (pages[end] = reload(page, Math.floor(random() * 2000), patient)),
      () => page.intents.setHeld(!page.getState().hold.isOwn),
      () => page.signalling.drop(),
      () => page.emit({ type: 'browserOffline' }),
      () => page.emit({ type: 'browserOnline' }),
      () => page.emit({ type: 'peerLost', callId: acceptedIn(page).call.callId }),
    ];
    acts[Math.floor(random() * acts.length)]?.();
    clock.advance(Math.floor(random() * 1500));
  }
  for (const page of pages) page.emit({ type: 'browserOnline' });
  for (const page of pages) page.emit({ type: 'peerFound', callId: acceptedIn(page).call.callId });
  clock.advance(20_000);
  const holding = pages.map((page) => page.getState().hold.isOwn);
  for (const [end, page] of pages.entries()) {
    expect([seed, page.status(), isInterrupted(page)]).toEqual([seed, 'ACCEPTED', false]);
    expect(ownText(page)).toBe(typed[end]);
    expect(page.localMedia.live.size).toBe(1);
    const [isOwn = false, isByPeer = false] = end === 0 ? holding : holding.toReversed();
    expect([seed, holdOf(page), isHeldAt(page)]).toEqual([seed, [isOwn, isOwn, isByPeer], isOwn]);
  }
}

test('D81 whatever happens to both pages, it is one call, and what was typed stays', () => {
  for (let seed = 1; seed <= 100; seed++) runAtRandom(seed);
}, 30_000);

test('D81 nothing is left after the log-out', () => {
  const { alice, bobby } = createCall();
  const next = reload(alice);
  for (const client of [next, bobby]) void client.intents.stop();
  clock.advance(5000);
  expect([next.tab.kept, [...next.localMedia.live]]).toEqual([undefined, []]);
});
