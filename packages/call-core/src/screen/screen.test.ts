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
import type { ScreenState } from '../state/screen-state.ts';
import { readTicket } from '../ticket/read-ticket.ts';
import type { Tickets } from '../ticket/tickets.ts';

const continuity = { limitMs: 30_000, outlivesReload: true };

let clock = createFakeClock();
let network: FakeNetwork;

beforeEach(() => {
  clock = createFakeClock();
  network = createFakeNetwork(clock, 10);
});

function start(name: string, changes: Partial<ClientSettings> = {}, tickets?: Tickets): TestClient {
  const client = createTestClient(network, clock, 1, { tickets });
  client.signalling.keepsCalls = true;
  client.intents.start(settingsOf(name, { mayShareScreen: true, continuity, ...changes }));
  clock.advance(50);
  return client;
}

const callIdOf = (client: TestClient): string => {
  const { call } = client.getState();
  return 'call' in call ? call.call.callId : expect.fail('no call');
};
const screenOf = (client: TestClient): ScreenState | undefined =>
  client.getState().screens?.[callIdOf(client)];
const capturedBy = ({ screen }: TestClient): readonly string[] => [...screen.captured];
const offersOf = ({ signalling }: TestClient): readonly string[] =>
  signalling.asked.filter((each) => each.endsWith('screen'));

/** Presses the button, which waits for its code. */
async function press(client: TestClient, isShared: boolean): Promise<void> {
  await client.intents.shareScreen(isShared);
}

/** Alice calls bobby, and bobby answers. */
function talk(changes: Partial<ClientSettings> = {}) {
  const [alice, bobby] = [start('alice', changes), start('bobby', changes)];
  alice.intents.call('bobby');
  clock.advance(50);
  bobby.intents.answer();
  clock.advance(50);
  return { alice, bobby };
}

async function share(changes: Partial<ClientSettings> = {}) {
  const { alice, bobby } = talk(changes);
  await press(alice, true);
  clock.advance(50);
  expect(screenOf(alice)).toMatchObject({ own: 'wanted', isOwnAgreed: true, isByPeer: false });
  expect(screenOf(bobby)).toMatchObject({ own: 'none', isOwnAgreed: false, isByPeer: true });
  return { alice, bobby };
}

/** The screen is not shared any more, at either end, and nothing is captured. */
function isOverFor(alice: TestClient, bobby: TestClient): void {
  expect(capturedBy(alice)).toEqual([]);
  expect(screenOf(alice)).toMatchObject({ own: 'none', isOwnAgreed: false });
  expect(screenOf(bobby)).toMatchObject({ isByPeer: false });
}

test('D88 a screen is shared, and shared again after it has been stopped', async () => {
  const { alice, bobby } = await share();
  await press(alice, false);
  expect(capturedBy(alice)).toEqual([]);
  clock.advance(50);
  isOverFor(alice, bobby);
  expect(screenOf(alice)?.notice).toBeUndefined();
  await press(alice, true);
  clock.advance(50);
  expect(screenOf(bobby)?.isByPeer).toBe(true);
  expect(offersOf(alice)).toEqual(['share screen', 'end screen', 'share screen']);
});

test('D88 a user who chooses nothing reads nothing, and one whose browser refuses reads why', async () => {
  const { alice } = talk();
  alice.screen.choice = 'none';
  await press(alice, true);
  expect(screenOf(alice)).toMatchObject({ own: 'none' });
  expect(screenOf(alice)?.notice).toBeUndefined();
  alice.screen.choice = 'denied';
  await press(alice, true);
  expect(screenOf(alice)).toMatchObject({ own: 'none', notice: 'denied' });
  alice.intents.dismissScreenNotice();
  expect(screenOf(alice)?.notice).toBeUndefined();
  expect(offersOf(alice)).toEqual([]);
});

test('D88 what the browser ends is ended for the peer too', async () => {
  const { alice, bobby } = await share();
  alice.screen.endByBrowser(callIdOf(alice));
  clock.advance(50);
  isOverFor(alice, bobby);
});

test('D88 a press while the browser still asks what to share ends that', async () => {
  const { alice } = talk();
  alice.screen.choice = 'wait';
  await press(alice, true);
  expect(screenOf(alice)?.own).toBe('choosing');
  await press(alice, false);
  alice.screen.choose(callIdOf(alice));
  clock.advance(50);
  expect([capturedBy(alice), offersOf(alice)]).toEqual([[], []]);
});

test.each(['alice', 'bobby'])(
  'D88 D84 a screen is not shared any more when %s holds the call',
  async (who) => {
    const { alice, bobby } = await share();
    (who === 'alice' ? alice : bobby).intents.setHeld(true);
    clock.advance(3000);
    isOverFor(alice, bobby);
    expect(screenOf(alice)?.notice).toBe('held');
    await press(alice, true);
    expect(screenOf(alice)?.own).toBe('none');
    (who === 'alice' ? alice : bobby).intents.setHeld(false);
    clock.advance(50);
    await press(alice, true);
    clock.advance(50);
    expect(screenOf(bobby)?.isByPeer).toBe(true);
  },
);

test('D88 while the peer shares its screen the user cannot share theirs, and reads why', async () => {
  const { alice, bobby } = await share();
  await press(bobby, true);
  expect(screenOf(bobby)).toMatchObject({ own: 'none', notice: 'taken', isByPeer: true });
  expect(capturedBy(bobby)).toEqual([]);
  await press(alice, false);
  clock.advance(50);
  // Nothing is in the way now, so the words would not be true.
  expect(screenOf(bobby)?.notice).toBeUndefined();
  await press(bobby, true);
  clock.advance(50);
  expect(screenOf(alice)?.isByPeer).toBe(true);
});

test('D88 RFC 3261 §14.1 both ends share at the same time: the screen of one is shown, and the other user reads why not theirs', async () => {
  const { alice, bobby } = talk();
  await Promise.all([press(alice, true), press(bobby, true)]);
  clock.advance(10_000);
  const [one, other] = screenOf(alice)?.isOwnAgreed ? [alice, bobby] : [bobby, alice];
  expect(screenOf(one)).toMatchObject({ own: 'wanted', isOwnAgreed: true, isByPeer: false });
  expect(screenOf(other)).toMatchObject({ own: 'none', isByPeer: true, notice: 'taken' });
  expect(capturedBy(other)).toEqual([]);
});

test.each([488, 'inactive'] as const)(
  'D88 a peer that answers %s takes no screen: the user reads it, and is not offered it again',
  async (answer) => {
    const { alice } = talk();
    network.screenAnswer = answer;
    await press(alice, true);
    clock.advance(50);
    expect(screenOf(alice)).toMatchObject({ own: 'none', isRefused: true, notice: 'refused', attempts: 0 });
    expect(capturedBy(alice)).toEqual([]);
    const offers = offersOf(alice).length;
    await press(alice, true);
    expect(offersOf(alice)).toHaveLength(offers);
  },
);

test('D88 D84 a peer that takes no screen because it is about to hold the call may be asked again later', async () => {
  const { alice, bobby } = talk();
  network.screenAnswer = 'inactive';
  await press(alice, true);
  clock.advance(50);
  expect(screenOf(alice)?.isRefused).toBe(true);
  network.screenAnswer = undefined;
  bobby.intents.setHeld(true);
  clock.advance(50);
  bobby.intents.setHeld(false);
  clock.advance(50);
  await press(alice, true);
  clock.advance(50);
  expect(screenOf(bobby)?.isByPeer).toBe(true);
});

test.each(['lost', 491, 500] as const)(
  'D88 an offer that is answered %s for ever ends, and says that it did not work',
  async (answer) => {
    const { alice } = talk();
    network.screenAnswer = answer;
    await press(alice, true);
    clock.advance(120_000);
    expect(screenOf(alice)).toMatchObject({ own: 'none', isRefused: false, notice: 'failed', attempts: 0 });
    expect(capturedBy(alice)).toEqual([]);
    network.screenAnswer = undefined;
    await press(alice, true);
    clock.advance(50);
    expect(screenOf(alice)?.isOwnAgreed).toBe(true);
  },
);

test('D88 a stop that crosses an offer of the peer is told later', async () => {
  const { alice, bobby } = await share();
  network.screenAnswer = 491;
  await press(alice, false);
  clock.advance(50);
  expect(capturedBy(alice)).toEqual([]);
  expect(screenOf(bobby)?.isByPeer).toBe(true);
  network.screenAnswer = undefined;
  clock.advance(5000);
  isOverFor(alice, bobby);
});

test('D88 the end of the call ends the capture, and so does a log-out', async () => {
  const { alice, bobby } = await share();
  bobby.intents.hangUp();
  clock.advance(50);
  expect([capturedBy(alice), alice.getState().screens, bobby.getState().screens]).toEqual([
    [],
    undefined,
    undefined,
  ]);
  clock.advance(10_000);
  alice.intents.dismiss();
  bobby.intents.dismiss();
  alice.intents.call('bobby');
  clock.advance(50);
  bobby.intents.answer();
  clock.advance(50);
  await press(alice, true);
  clock.advance(50);
  expect(capturedBy(alice)).toHaveLength(1);
  void alice.intents.stop();
  clock.advance(5000);
  expect([capturedBy(alice), alice.getState().screens]).toEqual([[], undefined]);
});

test('D88 D80 a stop while the call is interrupted is told when it goes on', async () => {
  const { alice, bobby } = await share();
  alice.emit({ type: 'peerLost', callId: callIdOf(alice) });
  await press(alice, false);
  clock.advance(10);
  expect([capturedBy(alice), offersOf(alice)]).toEqual([[], ['share screen']]);
  alice.emit({ type: 'peerFound', callId: callIdOf(alice) });
  clock.advance(50);
  isOverFor(alice, bobby);
});

/** Loads the page of a client again. */
function reload(name: string, page: TestClient, tab: { kept?: string }): TestClient {
  page.emit({ type: 'pageHidden' });
  clock.advance(300);
  return start(name, {}, ticketsIn(tab));
}
const ticketsIn = (tab: { kept?: string }): Tickets => ({
  keep(ticket) {
    tab.kept = JSON.stringify(ticket);
    return true;
  },
  take: (settings, now) => readTicket(tab.kept && JSON.parse(tab.kept), settings, now),
});

test('D88 D81 the screen of a page that is loaded again is not shared any more, and both users read why', async () => {
  const tab = {};
  const [alice, bobby] = [start('alice', {}, ticketsIn(tab)), start('bobby')];
  alice.intents.call('bobby');
  clock.advance(50);
  bobby.intents.answer();
  clock.advance(50);
  await press(alice, true);
  clock.advance(50);
  const next = reload('alice', alice, tab);
  await Promise.resolve();
  clock.advance(3000);
  expect(next.status()).toBe('ACCEPTED');
  expect(screenOf(next)).toMatchObject({ own: 'none', notice: 'reloaded' });
  expect(screenOf(bobby)).toMatchObject({ isByPeer: false, notice: 'peerReloaded' });
  await press(next, true);
  clock.advance(50);
  expect(screenOf(bobby)?.isByPeer).toBe(true);
  expect(screenOf(bobby)?.notice).toBeUndefined();
});

test('D88 D81 a screen is offered again to a peer whose page is loaded again', async () => {
  const tab = {};
  const [alice, bobby] = [start('alice'), start('bobby', {}, ticketsIn(tab))];
  alice.intents.call('bobby');
  clock.advance(50);
  bobby.intents.answer();
  clock.advance(50);
  await press(alice, true);
  clock.advance(50);
  const next = reload('bobby', bobby, tab);
  clock.advance(3000);
  expect(screenOf(alice)).toMatchObject({ own: 'wanted', isOwnAgreed: true });
  expect(screenOf(next)).toMatchObject({ isByPeer: true });
  expect(capturedBy(alice)).toHaveLength(1);
});

test('D88 D85 a screen is not shared any more when another call comes to the front', async () => {
  const { alice, bobby } = await share({ secondCall: true, audio: false, video: false });
  const carol = start('carol');
  carol.intents.call('alice', { media: { audio: false, video: false, text: true } });
  clock.advance(50);
  const { behind } = alice.getState();
  const second = behind !== undefined && 'call' in behind.call ? behind.call.call.callId : '';
  const first = callIdOf(alice);
  alice.intents.answerSecond(second, 'hold');
  clock.advance(5000);
  expect(callIdOf(alice)).toBe(second);
  expect(alice.getState().screens?.[first]).toMatchObject({ own: 'none', isOwnAgreed: false });
  expect(screenOf(bobby)?.isByPeer).toBe(false);
  await press(alice, true);
  clock.advance(50);
  expect(screenOf(carol)?.isByPeer).toBe(true);
  carol.intents.hangUp();
  clock.advance(50);
  expect([callIdOf(alice), capturedBy(alice)]).toEqual([first, []]);
});

test.each(['ends', 'waits'] as const)(
  'D88 D85 the code comes when the call of the press %s: the screen is not offered to the call that is in front then',
  async (how) => {
    const { alice, bobby } = talk({ secondCall: true, audio: false, video: false });
    const carol = start('carol');
    carol.intents.call('alice', { media: { audio: false, video: false, text: true } });
    clock.advance(50);
    const { behind } = alice.getState();
    const second = behind !== undefined && 'call' in behind.call ? behind.call.call.callId : '';
    alice.intents.answerSecond(second, 'hold');
    clock.advance(5000);
    expect(callIdOf(alice)).toBe(second);
    const pressed = press(alice, true);
    if (how === 'ends') carol.intents.hangUp();
    else alice.intents.swapCalls();
    clock.advance(50);
    await pressed;
    clock.advance(50);
    expect([capturedBy(alice), screenOf(alice), screenOf(bobby)]).toEqual([[], undefined, undefined]);
    // The next press is one for this call; it must be resumed first.
    alice.intents.setHeld(false);
    await press(alice, true);
    clock.advance(50);
    expect(screenOf(bobby)?.isByPeer).toBe(true);
  },
);

test('D88 D89 in an emergency call a screen is shared like in any call, and begins only with a press', async () => {
  const [alice, service] = [start('alice', { emergencyMedia: { audio: true, video: true } }), start('112')];
  const media = { audio: true, video: true, text: true };
  alice.intents.call('112', { emergency: { media, isSilent: false } });
  clock.advance(50);
  service.intents.answer();
  clock.advance(50);
  expect([capturedBy(alice), offersOf(alice)]).toEqual([[], []]);
  await press(alice, true);
  clock.advance(50);
  expect(screenOf(service)?.isByPeer).toBe(true);
  service.intents.hangUp();
  clock.advance(50);
  expect(capturedBy(alice)).toEqual([]);
});

test('D88 without the setting of the brand nothing is captured', async () => {
  const { alice } = talk();
  const { settings } = alice.getState();
  const { mayShareScreen: _off, ...rest } = settings ?? expect.fail('no settings');
  alice.intents.applySettings(rest);
  await press(alice, true);
  expect([capturedBy(alice), alice.getState().screens]).toEqual([[], undefined]);
});

/** Presses and holds at random at both ends, and then checks that both ends agree. */
async function runAtRandom(seed: number): Promise<void> {
  const random = createSeededRandom(seed);
  clock = createFakeClock();
  network = createFakeNetwork(clock, 10);
  const { alice, bobby } = talk();
  for (let turn = 0; turn < 30; turn++) {
    const client = random() < 0.5 ? alice : bobby;
    const acts: readonly (() => void | Promise<void>)[] = [
      () => press(client, true),
      () => press(client, true),
      () => press(client, false),
      () => client.screen.endByBrowser(callIdOf(client)),
      () => client.intents.setHeld(random() < 0.3),
      () =>
        void (network.screenAnswer = ([undefined, undefined, 491, 500, 'lost'] as const)[
          Math.floor(random() * 5)
        ]),
      () => client.emit({ type: 'peerLost', callId: callIdOf(client) }),
      () => client.emit({ type: 'peerFound', callId: callIdOf(client) }),
    ];
    await acts[Math.floor(random() * acts.length)]?.();
    clock.advance(Math.floor(random() * 400));
  }
  network.screenAnswer = undefined;
  for (const client of [alice, bobby]) {
    client.intents.setHeld(false);
    client.emit({ type: 'peerFound', callId: callIdOf(client) });
  }
  clock.advance(60_000);
  const [own, other] = [screenOf(alice), screenOf(bobby)];
  expect([seed, alice.status(), bobby.status()]).toEqual([seed, 'ACCEPTED', 'ACCEPTED']);
  for (const [client, screen, peer] of [
    [alice, own, other],
    [bobby, other, own],
  ] as const) {
    const isWanted = screen?.own === 'wanted';
    expect([seed, capturedBy(client).length]).toEqual([seed, isWanted ? 1 : 0]);
    if (isWanted) expect([seed, screen.isOwnAgreed, peer?.isByPeer]).toEqual([seed, true, true]);
  }
}

test('D88 whatever both users press, what is captured is shown to the other end, and nothing else is captured', async () => {
  for (let seed = 1; seed <= 200; seed++) await runAtRandom(seed);
});
