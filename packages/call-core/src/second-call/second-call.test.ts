import { textOf } from '@samtal/realtime-text';
import {
  createFakeClock,
  createFakeNetwork,
  createTestClient,
  type FakeNetwork,
  settingsOf,
  type TestClient,
} from '@samtal/test-kit';
import { expect, test } from 'vitest';
import type { LaterSecondCall, SecondCallCode } from '../later/second-call-code.ts';
import type { MediaKinds } from '../media-kinds.ts';
import type { CallParts, ClientState } from '../state/client-state.ts';
import type { Tickets } from '../ticket/tickets.ts';
import { secondCallCode } from './second-call.ts';

const all: MediaKinds = { audio: true, video: true, text: true };
const textAlone: MediaKinds = { audio: false, video: false, text: true };
const perCall = { audio: true, video: true };

type Scene = ReturnType<typeof createScene>;

/** Bobby talks with Alice; Carol and David are registered. */
function createScene(
  changes: object = {},
  media: MediaKinds = all,
  secondCall?: LaterSecondCall,
  tickets?: Tickets,
) {
  const clock = createFakeClock();
  const network: FakeNetwork = createFakeNetwork(clock, 20);
  const [alice, bobby, carol, david] = ['alice', 'bobby', 'carol', 'david'].map((name, index) => {
    const client = createTestClient(network, clock, index + 1, { tickets, secondCall });
    client.signalling.keepsCalls = 'continuity' in changes;
    client.intents.start(settingsOf(name, { perCall, secondCall: true, ...changes }));
    return client;
  }) as [TestClient, TestClient, TestClient, TestClient];
  clock.advance(400);
  alice.intents.call('bobby', { media });
  clock.advance(400);
  bobby.intents.answer(media);
  clock.advance(400);
  return { clock, network, alice, bobby, carol, david };
}

/** Carol calls, too. */
function ring({ clock, carol }: Scene, media: MediaKinds = all): void {
  carol.intents.call('bobby', { media });
  clock.advance(100);
}

function answer(scene: Scene, firstCall: 'hold' | 'end' = 'hold', media: MediaKinds = all): void {
  scene.bobby.intents.answerSecond(idOf(scene.bobby.getState().behind), firstCall, media);
  scene.clock.advance(400);
}

/** Bobby talks with Carol, and Alice waits. */
function createPair(changes: object = {}, media: MediaKinds = all, tickets?: Tickets): Scene {
  const scene = createScene(changes, media, undefined, tickets);
  ring(scene);
  answer(scene);
  return scene;
}

const idOf = (parts: CallParts | undefined): string =>
  parts === undefined || parts.call.phase === 'idle' ? '' : parts.call.call.callId;
const nameIn = (parts: CallParts | undefined): string =>
  parts === undefined || parts.call.phase === 'idle'
    ? 'no one'
    : (parts.call.call.remoteUser.address.split('@')[0] ?? '');
/** Who is in front and who is behind, each with the phase of the call, and `held` if the user holds it. */
function seen(client: TestClient): readonly string[] {
  const state: ClientState = client.getState();
  return [state, state.behind].flatMap((parts: CallParts | undefined) =>
    parts === undefined ? [] : [`${nameIn(parts)} ${parts.call.phase}${parts.hold.isOwn ? ' held' : ''}`],
  );
}
const written = (parts: CallParts | undefined): readonly string[] =>
  parts === undefined
    ? []
    : [textOf(parts.text.conversation, 'own'), textOf(parts.text.conversation, 'other')];
const asked = ({ signalling }: TestClient): readonly string[] =>
  signalling.asked.filter((each) => !/Connection|register/.test(each));

test('D85 a second caller rings beside the call in front, whose text goes on', () => {
  const scene = createScene();
  ring(scene);
  const { clock, alice, bobby, carol } = scene;
  expect(seen(bobby)).toEqual(['alice accepted', 'carol incoming']);
  expect([alice.status(), bobby.status(), carol.status()]).toEqual(['ACCEPTED', 'ACCEPTED', 'CALLING']);
  expect(carol.getState().call).toMatchObject({ progress: 'ringing' });
  bobby.intents.editText('still here');
  clock.advance(500);
  expect(written(alice.getState())).toEqual(['', 'still here']);
  expect([...bobby.localMedia.live]).toEqual([idOf(bobby.getState())]);
});

test.each(['hold', 'end'] as const)(
  'D85 INCALL-18 on a small screen open text stays open when a second call is answered, which ends the first: %s',
  (firstCall) => {
    for (const isOpen of [true, false]) {
      const scene = createScene();
      const { clock, bobby, carol } = scene;
      bobby.emit({ type: 'screenResized', isSmall: true });
      if (!isOpen) bobby.intents.togglePanel('text');
      ring(scene);
      answer(scene, firstCall);
      expect(seen(bobby)[0]).toBe('carol accepted');
      carol.intents.editText('Hello');
      clock.advance(500);
      const { panels, text } = bobby.getState();
      expect([panels.isTextVisible, text.isUnread]).toEqual([isOpen, !isOpen]);
    }
  },
);

test('D85 hold and answer: the first call is held before the second is answered, and each has its own text', () => {
  const scene = createScene();
  const { clock, alice, bobby, carol } = scene;
  bobby.intents.editText('to alice');
  clock.advance(500);
  ring(scene);
  const before = asked(bobby).length;
  answer(scene);
  expect(seen(bobby)).toEqual(['carol accepted', 'alice accepted held']);
  expect(asked(bobby).slice(before)).toEqual(['hold', 'answer']);
  expect(alice.getState().hold.isByPeer).toBe(true);
  expect([...bobby.localMedia.held]).toEqual([idOf(bobby.getState().behind)]);
  bobby.intents.editText('to carol');
  carol.intents.editText('from carol');
  alice.intents.editText('from alice');
  clock.advance(500);
  expect(written(bobby.getState())).toEqual(['to carol', 'from carol']);
  expect(written(bobby.getState().behind)).toEqual(['to alice', 'from alice']);
  expect(written(alice.getState())).toEqual(['from alice', 'to alice']);
  expect(written(carol.getState())).toEqual(['from carol', 'to carol']);
});

test('D85 one request swaps the calls: the one in front is held, the other one flows, drafts stay', () => {
  const scene = createPair();
  const { clock, alice, bobby, carol } = scene;
  bobby.intents.editText('half a wo');
  bobby.intents.toggleMicrophone();
  clock.advance(100);
  bobby.intents.swapCalls();
  clock.advance(400);
  expect(seen(bobby)).toEqual(['alice accepted', 'carol accepted held']);
  expect([alice, carol].map((client) => client.getState().hold.isByPeer)).toEqual([false, true]);
  expect([bobby.getState().text.outbox.target, bobby.getState().panels.isMicrophoneOn]).toEqual(['', true]);
  bobby.intents.editText('to alice');
  bobby.intents.swapCalls();
  clock.advance(400);
  expect(seen(bobby)).toEqual(['carol accepted', 'alice accepted held']);
  expect([bobby.getState().text.outbox.target, bobby.getState().panels.isMicrophoneOn]).toEqual([
    'half a wo',
    false,
  ]);
  expect(written(alice.getState())).toEqual(['', 'to alice']);
});

test('D85 text that an input method still composed goes to the call whose field it was', () => {
  const { clock, alice, bobby, carol } = createPair();
  const ofCarol = idOf(bobby.getState());
  bobby.intents.swapCalls();
  bobby.intents.editText('ねこ', ofCarol);
  clock.advance(400);
  expect(written(carol.getState())).toEqual(['', 'ねこ']);
  expect(written(alice.getState())).toEqual(['', '']);
});

test('D85 text that arrives in the waiting call is unread until that call is in front', () => {
  const { clock, alice, bobby } = createPair();
  alice.intents.editText('are you there?');
  clock.advance(400);
  expect([bobby.getState().text.isUnread, bobby.getState().behind?.text.isUnread]).toEqual([false, true]);
  bobby.intents.swapCalls();
  expect([bobby.getState().text.isUnread, bobby.getState().behind?.text.isUnread]).toEqual([false, false]);
  bobby.intents.editText('yes');
  clock.advance(400);
  expect(written(alice.getState())).toEqual(['are you there?', 'yes']);
});

test('D85 end and answer: the devices of the new call are opened before the first call ends', () => {
  const scene = createScene();
  const { bobby, alice, carol, clock } = scene;
  ring(scene);
  const first = idOf(bobby.getState());
  let liveAtEnd = 0;
  const stop = bobby.subscribe(() => {
    if (bobby.getState().behind?.call.phase === 'ending') liveAtEnd ||= bobby.localMedia.live.size;
  });
  answer(scene, 'end');
  stop();
  expect(alice.status()).toBe('TERMINATED_REMOTE');
  expect(carol.status()).toBe('ACCEPTED');
  expect(seen(bobby)[0]).toBe('carol accepted');
  expect(bobby.localMedia.releases.get(first)).toBe(1);
  expect([...bobby.localMedia.live]).toEqual([idOf(bobby.getState())]);
  expect(liveAtEnd).toBeGreaterThan(0);
  clock.advance(5000);
  expect(bobby.getState().behind?.call).toMatchObject({ phase: 'completed', outcome: 'terminatedLocal' });
});

test('D85 D33 a second caller who is rejected with a message reads it, and the first call notices nothing', () => {
  const scene = createScene();
  ring(scene);
  const { bobby, carol, clock } = scene;
  bobby.intents.decline('I call you back', idOf(bobby.getState().behind));
  clock.advance(100);
  expect(carol.getState().call).toMatchObject({ outcome: 'rejectedRemote', words: 'I call you back' });
  expect(seen(bobby)[0]).toBe('alice accepted');
  clock.advance(3000);
  expect(bobby.getState().behind?.call).toMatchObject({ phase: 'completed', outcome: 'rejectedLocal' });
  expect(asked(bobby).filter((each) => each === 'hold')).toEqual([]);
});

test.each<readonly [string, (scene: Scene) => void, readonly string[]]>([
  ['this side hangs up', ({ bobby }) => bobby.intents.hangUp(), ['alice accepted held', 'carol ending']],
  [
    'the caller in front hangs up',
    ({ carol }) => carol.intents.hangUp(),
    ['alice accepted held', 'carol ended'],
  ],
  ['the waiting caller hangs up', ({ alice }) => alice.intents.hangUp(), ['carol accepted', 'alice ended']],
  [
    'the call in front breaks',
    ({ bobby }) => bobby.emit({ type: 'callBroken', callId: idOf(bobby.getState()), code: 'x' }),
    ['alice accepted held', 'carol ended'],
  ],
])('D85 when %s, the other call goes on as it was', (_what, end, expected) => {
  const scene = createPair();
  end(scene);
  scene.clock.advance(100);
  expect(seen(scene.bobby)).toEqual(expected);
  scene.bobby.intents.setHeld(false);
  scene.clock.advance(400);
  const { bobby } = scene;
  const inFront = seen(bobby)[0]?.startsWith('alice') ? scene.alice : scene.carol;
  expect([inFront.status(), inFront.getState().hold.isByPeer]).toEqual(['ACCEPTED', false]);
  expect([...bobby.localMedia.live]).toEqual([idOf(bobby.getState())]);
});

test.each<readonly [string, (scene: Scene) => void]>([
  ['the caller gives up', ({ carol }) => carol.intents.cancel()],
  [
    'no one answers in time',
    ({ bobby }) => bobby.emit({ type: 'inviteCancelled', callId: idOf(bobby.getState().behind) }),
  ],
])('D85 A-065 when %s, the second call is missed', (_what, end) => {
  const scene = createScene();
  ring(scene);
  end(scene);
  scene.clock.advance(100);
  expect(seen(scene.bobby)).toEqual(['alice accepted', 'carol ended']);
  expect(scene.bobby.getState().behind?.call).toMatchObject({ isMissed: true });
});

test('D85 when the first call ends while the second caller rings, that call rings as usual', () => {
  const scene = createScene();
  ring(scene);
  const { alice, bobby, carol, clock } = scene;
  alice.intents.hangUp();
  clock.advance(100);
  expect(bobby.status()).toBe('INCOMING_CALL');
  bobby.intents.answer();
  clock.advance(400);
  expect([seen(bobby)[0], carol.status()]).toEqual(['carol accepted', 'ACCEPTED']);
});

test('D85 a call that cannot be set up brings the waiting call back, still on hold', () => {
  const scene = createScene();
  ring(scene);
  const { bobby, clock } = scene;
  bobby.localMedia.failure = 'silent';
  answer(scene);
  expect(seen(bobby)).toEqual(['carol establishing', 'alice accepted held']);
  bobby.emit({ type: 'setUpFailed', callId: idOf(bobby.getState()), code: 'x' });
  clock.advance(10);
  expect(seen(bobby)[0]).toBe('alice accepted held');
});

test('D85 D34 a third caller is answered 486 and is a missed call', () => {
  const scene = createPair();
  const { bobby, david, clock } = scene;
  const turnedAway: string[] = [];
  bobby.onTurnedAway(({ remoteUser }) => turnedAway.push(remoteUser.address));
  david.intents.call('bobby');
  clock.advance(100);
  expect(david.getState().call).toMatchObject({ phase: 'ended', refusal: 'busy' });
  expect(turnedAway).toEqual(['david@demo.example']);
  expect(seen(bobby)).toEqual(['carol accepted', 'alice accepted held']);
});

test('D85 after the second call another one can ring', () => {
  const scene = createPair();
  const { alice, bobby, david, clock } = scene;
  alice.intents.hangUp();
  clock.advance(3000);
  david.intents.call('bobby');
  clock.advance(100);
  expect(seen(bobby)).toEqual(['carol accepted', 'david incoming']);
});

test.each<readonly [string, object, (scene: Scene) => void]>([
  ['it is off', { secondCall: false }, () => undefined],
  ['the first call is one for help', { emergencyNumbers: ['alice@demo.example', 'alice'] }, () => undefined],
  [
    'the first call is over for this user, but not closed yet',
    {},
    ({ bobby }) => {
      bobby.intents.hangUp();
    },
  ],
])('D85 D34 a second caller is answered 486 when %s', (_when, changes, before) => {
  const scene = createScene(changes);
  before(scene);
  const { bobby } = scene;
  bobby.emit({
    type: 'inviteReceived',
    callId: 'x',
    from: { address: 'eve@demo.example' },
    offered: all,
  });
  expect(asked(bobby).at(-1)).toBe('reject 486');
  expect(bobby.getState().behind).toBeUndefined();
});

test('D85 A-043 a second call with nothing that this side can use is refused with 488', () => {
  const { bobby } = createScene();
  const from = { address: 'eve@demo.example' };
  bobby.emit({
    type: 'inviteReceived',
    callId: 'x',
    from,
    offered: { audio: false, video: false, text: false },
  });
  expect(asked(bobby).at(-1)).toBe('reject 488');
  expect(bobby.getState().behind).toBeUndefined();
});

test('D85 an INVITE that is repeated is not another call', () => {
  const scene = createScene();
  ring(scene);
  const { bobby } = scene;
  const before = bobby.getState();
  for (const parts of [before, before.behind])
    bobby.emit({
      type: 'inviteReceived',
      callId: idOf(parts),
      from: { address: 'eve@demo.example' },
      offered: all,
    });
  expect(bobby.getState()).toBe(before);
});

test('D85 an answer to a caller who has gone, or to another one, does nothing', () => {
  const scene = createScene();
  ring(scene);
  const { bobby, carol, clock } = scene;
  bobby.intents.answerSecond('someone else', 'end');
  const ofCarol = idOf(bobby.getState().behind);
  carol.intents.cancel();
  clock.advance(100);
  bobby.intents.answerSecond(ofCarol, 'end');
  bobby.intents.swapCalls();
  clock.advance(100);
  expect(seen(bobby)).toEqual(['alice accepted', 'carol ended']);
});

test('D85 D84 a call with text alone waits as well, and has nothing to hold', () => {
  const scene = createScene({}, textAlone);
  ring(scene, textAlone);
  answer(scene, 'hold', textAlone);
  const { bobby, alice, clock } = scene;
  expect(seen(bobby)).toEqual(['carol accepted', 'alice accepted']);
  bobby.intents.swapCalls();
  bobby.intents.editText('back');
  clock.advance(400);
  expect([seen(bobby), written(alice.getState())]).toEqual([
    ['alice accepted', 'carol accepted'],
    ['', 'back'],
  ]);
  expect(asked(bobby).filter((each) => each === 'hold')).toEqual([]);
});

test('D85 D80 both calls outlive a lost connection, and both flow again', () => {
  const { bobby, alice, carol, clock } = createPair({ continuity: { limitMs: 30_000 } });
  bobby.signalling.drop();
  const isInterrupted = (): readonly boolean[] =>
    [bobby.getState(), bobby.getState().behind].map((of) => of?.continuity.interruption !== undefined);
  expect(isInterrupted()).toEqual([true, true]);
  clock.advance(20_000);
  expect(isInterrupted()).toEqual([false, false]);
  expect([alice.status(), carol.status()]).toEqual(['ACCEPTED', 'ACCEPTED']);
  expect(seen(bobby)).toEqual(['carol accepted', 'alice accepted held']);
});

test('D85 D80 both calls end at the limit of an interruption', () => {
  const { bobby, network, clock } = createPair({ continuity: { limitMs: 3000 } });
  network.isDown = true;
  bobby.signalling.drop();
  clock.advance(60_000);
  expect(seen(bobby)).toEqual(['carol ended', 'alice ended']);
  expect([...bobby.localMedia.live]).toEqual([]);
});

test('D85 D15 without calls that are kept a lost connection ends both', () => {
  const { bobby, clock } = createPair();
  bobby.signalling.drop();
  clock.advance(20_000);
  expect(seen(bobby)).toEqual(['carol ended', 'alice ended']);
  expect([...bobby.localMedia.live]).toEqual([]);
});

test('D85 D81 a reload keeps the call in front alone: the one behind gets its BYE first', () => {
  const tickets = { keep: () => true, take: () => undefined };
  const { bobby, alice, clock } = createPair(
    { continuity: { limitMs: 30_000, outlivesReload: true } },
    all,
    tickets,
  );
  const before = asked(bobby).length;
  bobby.emit({ type: 'pageHidden' });
  clock.advance(100);
  expect(asked(bobby).slice(before)[0]).toBe('hangUp');
  expect([alice.status(), bobby.status()]).toEqual(['TERMINATED_REMOTE', 'ACCEPTED']);
  expect(asked(bobby).slice(before)).toHaveLength(1);
});

test('D85 D81 a reload while the second caller is being answered keeps the call that waits', () => {
  const kept: unknown[] = [];
  const tickets = { keep: (ticket: unknown) => kept.push(ticket) > 0, take: () => undefined };
  const scene = createScene(
    { continuity: { limitMs: 30_000, outlivesReload: true } },
    all,
    undefined,
    tickets,
  );
  const { bobby, alice, carol, clock } = scene;
  const waiting = idOf(bobby.getState());
  bobby.intents.editText('to Alice');
  ring(scene);
  // The browser still asks for the devices.
  bobby.localMedia.failure = 'silent';
  answer(scene);
  expect(seen(bobby)).toEqual(['carol establishing', 'alice accepted held']);
  bobby.emit({ type: 'pageHidden' });
  clock.advance(100);
  expect(kept).toMatchObject([
    { call: { callId: waiting }, devices: { audio: true, video: true }, isHeld: true },
  ]);
  expect([alice.getState().call.phase, carol.getState().call.phase]).toEqual(['accepted', 'ended']);
  bobby.emit({ type: 'pageShown' });
  clock.advance(3000);
  expect([seen(bobby)[0], alice.getState().call.phase]).toEqual(['alice accepted held', 'accepted']);
});

test('D85 a log-out ends both calls, and leaves no timer', () => {
  const { bobby, alice, carol, david, clock } = createPair();
  void bobby.intents.stop();
  clock.advance(10_000);
  expect([alice.status(), carol.status()]).toEqual(['TERMINATED_REMOTE', 'TERMINATED_REMOTE']);
  expect([bobby.getState().behind, [...bobby.localMedia.live]]).toEqual([undefined, []]);
  for (const client of [alice, carol, david]) void client.intents.stop();
  clock.advance(10_000);
  expect(clock.pending()).toBe(0);
});

test('D85 DTMF-05 the pause between the tones of a call goes on behind', () => {
  const { bobby, clock } = createPair();
  for (const tone of '1,2') bobby.intents.sendTone(tone);
  clock.advance(30);
  bobby.intents.swapCalls();
  bobby.intents.sendTone('9');
  clock.advance(400);
  expect([bobby.getState().dtmf.sent, bobby.getState().behind?.dtmf.sent]).toEqual(['9', '12']);
});

test('D85 RTT-11 a knock in the waiting call flashes there alone, and ends', () => {
  const { bobby, alice, clock } = createPair();
  clock.advance(6000);
  alice.intents.knock();
  clock.advance(400);
  const knocks = (): readonly (boolean | undefined)[] =>
    [bobby.getState(), bobby.getState().behind].map((of) => of?.panels.isKnocking);
  expect(knocks()).toEqual([false, true]);
  bobby.intents.swapCalls();
  expect(knocks()).toEqual([true, false]);
  clock.advance(6000);
  expect(knocks()).toEqual([false, false]);
});

test('D85 GEO-07 the position is sent in the call for help, also while it waits', () => {
  const scene = createScene({ geolocation: { isTracked: true, updateLimitMetres: 0 } });
  const { bobby, clock, network } = scene;
  const help = createTestClient(network, clock, 9);
  help.intents.start(settingsOf('112', { perCall }));
  clock.advance(400);
  help.intents.call('bobby');
  clock.advance(100);
  answer(scene);
  bobby.intents.swapCalls();
  clock.advance(100);
  bobby.geolocation.find({ latitude: 59, longitude: 18, accuracyMetres: 9, at: clock.now() });
  clock.advance(100);
  expect(bobby.signalling.infos.map(({ kind }) => kind)).toEqual(['location']);
  help.intents.hangUp();
  clock.advance(100);
  expect(bobby.geolocation.isWatching).toBe(false);
});

/** Code that is loaded when the test says so. */
function createLater() {
  let settle = (_isLoaded: boolean): void => undefined;
  let asks = 0;
  const later: LaterSecondCall = {
    load: () => {
      asks += 1;
      return new Promise<SecondCallCode>((resolve, reject) => {
        settle = (isLoaded) => (isLoaded ? resolve(secondCallCode) : reject(new Error('offline')));
      });
    },
  };
  return {
    later,
    asks: () => asks,
    load: async (isLoaded = true) => {
      settle(isLoaded);
      for (let turn = 0; turn < 4; turn++) await Promise.resolve();
    },
  };
}

test('D85 the first second caller rings when the code is loaded', async () => {
  const { later, asks, load } = createLater();
  const scene = createScene({}, all, later);
  expect(asks()).toBe(0);
  ring(scene);
  expect([asks(), seen(scene.bobby)]).toEqual([1, ['alice accepted']]);
  await load();
  expect(seen(scene.bobby)).toEqual(['alice accepted', 'carol incoming']);
});

test('D85 a caller who gives up while the code is loaded is a missed call', async () => {
  const { later, load } = createLater();
  const scene = createScene({}, all, later);
  const missed: string[] = [];
  scene.bobby.onTurnedAway(({ remoteUser }) => missed.push(remoteUser.address));
  ring(scene);
  scene.carol.intents.cancel();
  scene.clock.advance(100);
  await load();
  expect([seen(scene.bobby), missed]).toEqual([['alice accepted'], ['carol@demo.example']]);
});

test.each([
  ['answered on another device', 200, []],
  ['declined for all devices', 603, []],
  ['busy at another device', 486, ['carol@demo.example']],
  ['taken back', undefined, ['carol@demo.example']],
] as const)(
  'D85 A-065 a call that is %s while the code is loaded counts as missed or not, as later',
  async (_name, cause, expected) => {
    const { later, load } = createLater();
    const scene = createScene({}, all, later);
    const missed: string[] = [];
    scene.bobby.onTurnedAway(({ remoteUser }) => missed.push(remoteUser.address));
    const invite = { from: { address: 'carol@demo.example' }, offered: all } as const;
    scene.bobby.emit({ type: 'inviteReceived', callId: 'second', ...invite });
    scene.bobby.emit({ type: 'inviteCancelled', callId: 'second', ...(cause && { cause }) });
    await load();
    expect([seen(scene.bobby), missed]).toEqual([['alice accepted'], expected]);
  },
);

test('D85 a caller who calls while the code is loaded for one who has gone rings when it is there', async () => {
  const { later, load } = createLater();
  const scene = createScene({}, all, later);
  ring(scene);
  scene.carol.intents.cancel();
  scene.clock.advance(100);
  scene.david.intents.call('bobby');
  scene.clock.advance(100);
  await load();
  expect(seen(scene.bobby)).toEqual(['alice accepted', 'david incoming']);
});

test('D85 a third caller who calls while the code is loaded is answered 486', async () => {
  const { later, load } = createLater();
  const scene = createScene({}, all, later);
  ring(scene);
  scene.david.intents.call('bobby');
  scene.clock.advance(100);
  expect(scene.david.getState().call).toMatchObject({ phase: 'ended', refusal: 'busy' });
  await load();
  expect(seen(scene.bobby)).toEqual(['alice accepted', 'carol incoming']);
});

test('D85 D34 without the code a second caller is answered 486, and the next one asks for it again', async () => {
  const { later, asks, load } = createLater();
  const scene = createScene({}, all, later);
  ring(scene);
  await load(false);
  scene.clock.advance(100);
  expect(scene.carol.getState().call).toMatchObject({ phase: 'ended', refusal: 'busy' });
  scene.david.intents.call('bobby');
  scene.clock.advance(100);
  await load();
  expect([asks(), seen(scene.bobby)]).toEqual([2, ['alice accepted', 'david incoming']]);
});

test('D85 a connection that is lost while the code is loaded leaves nothing that rings', async () => {
  const { later, load } = createLater();
  const scene = createScene({ continuity: { limitMs: 30_000 } }, all, later);
  const missed: string[] = [];
  scene.bobby.onTurnedAway(({ remoteUser }) => missed.push(remoteUser.address));
  ring(scene);
  scene.bobby.signalling.drop();
  await load();
  scene.clock.advance(20_000);
  expect([seen(scene.bobby), missed]).toEqual([['alice accepted'], ['carol@demo.example']]);
});

test('D85 a press that comes just after the call in front has ended does not end the call that comes to the front', () => {
  for (const end of ['own', 'remote'] as const) {
    const { bobby, carol, clock } = createPair();
    const waiting = idOf(bobby.getState().behind);
    if (end === 'own') bobby.intents.hangUp();
    else carol.intents.hangUp();
    while (idOf(bobby.getState()) !== waiting) clock.advance(1);
    for (const ms of [0, 150, 549]) {
      clock.advance(ms);
      bobby.intents.hangUp();
      expect(bobby.getState().call).toMatchObject({ phase: 'accepted', call: { callId: waiting } });
    }
    clock.advance(1);
    bobby.intents.hangUp();
    expect(bobby.getState().call.phase).not.toBe('accepted');
  }
});

test('D85 after the clock of the device has been set back, the call that has come to the front can be ended', () => {
  const { bobby } = createPair();
  const state = bobby.getState();
  const callId = idOf(state.behind);
  const ended = secondCallCode.stepCalls(
    state,
    { type: 'remoteHungUp', callId: idOf(state) },
    1_000_000,
  ).state;
  expect(idOf(ended)).toBe(callId);
  const back = secondCallCode.stepCalls(ended, { type: 'hangUpRequested' }, 500_000);
  expect(back.effects).toContainEqual({ do: 'hangUp', callId });
});

test('D85 a call is ended by its ID, whether it is in front or waits; an ID of no call ends none', () => {
  const { bobby, alice, carol, clock } = createPair();
  const [front, waiting] = [idOf(bobby.getState()), idOf(bobby.getState().behind)];
  bobby.intents.hangUp('unknown');
  expect(seen(bobby)).toEqual(['carol accepted', 'alice accepted held']);
  bobby.intents.hangUp(waiting);
  clock.advance(5000);
  expect([alice.getState().call.phase, idOf(bobby.getState())]).toEqual(['ended', front]);
  expect(carol.getState().call.phase).toBe('accepted');
});
