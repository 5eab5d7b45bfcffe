import { textOf } from '@samtal/realtime-text';
import {
  createFakeClock,
  createFakeNetwork,
  createTestClient,
  settingsOf,
  type TestClient,
} from '@samtal/test-kit';
import { expect, test } from 'vitest';
import type { LaterSecondCall } from '../later/second-call-code.ts';
import type { MediaKinds } from '../media-kinds.ts';
import type { TransferOrder } from '../state/transfer-state.ts';

const all: MediaKinds = { audio: true, video: true, text: true };
const textAlone: MediaKinds = { audio: false, video: false, text: true };
const perCall = { audio: true, video: true };

/** Alice talks with Bobby; Carol is registered. */
async function createScene(media: MediaKinds = all, secondCall?: LaterSecondCall) {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock, 20);
  const [alice, bobby, carol] = ['alice', 'bobby', 'carol'].map((name, index) => {
    const client = createTestClient(network, clock, index + 1, { secondCall });
    client.intents.start(settingsOf(name, { perCall }));
    return client;
  }) as [TestClient, TestClient, TestClient];
  clock.advance(400);
  alice.intents.call('bobby', { media });
  clock.advance(400);
  bobby.intents.answer(media);
  clock.advance(400);
  const order = async (client: TestClient, wanted: TransferOrder): Promise<void> => {
    await client.intents.transfer(wanted);
    clock.advance(400);
  };
  return {
    clock,
    network,
    alice,
    bobby,
    carol,
    order,
    /** Alice asks Bobby to call Carol. */
    ask: (target = 'carol') => order(alice, { do: 'ask', target }),
    accept: () => order(bobby, { do: 'accept' }),
  };
}

const talksWith = (client: TestClient): string => {
  const { call } = client.getState();
  return call.phase === 'accepted' ? (call.call.remoteUser.address.split('@')[0] ?? '') : call.phase;
};
const phaseOf = (client: TestClient): string | undefined => client.getState().transfer?.phase;
const referred = ({ signalling }: TestClient): readonly string[] =>
  signalling.asked.filter((one) => /^(?:refer|report|invite|hangUp|cancel) ?/.test(one));

test('D87 the remote user is asked, and nothing moves before the answer', async () => {
  const { clock, alice, bobby, carol, ask } = await createScene();
  await ask();
  clock.advance(10_000);
  expect(bobby.getState().transfer).toMatchObject({
    side: 'peer',
    phase: 'asked',
    target: { address: 'carol@demo.example' },
    by: { address: 'alice@demo.example' },
  });
  expect([talksWith(alice), talksWith(bobby), carol.status()]).toEqual(['bobby', 'alice', undefined]);
  expect([phaseOf(alice), referred(bobby)]).toEqual(['asked', []]);
});

test('D87 the target answers: both others leave the first call, and the user reads that it worked', async () => {
  const { alice, bobby, carol, clock, ask, accept } = await createScene();
  bobby.intents.editText('hello Alice');
  clock.advance(2000);
  await ask();
  await accept();
  expect([talksWith(bobby), phaseOf(bobby), phaseOf(alice), carol.status()]).toEqual([
    'alice',
    'calling',
    'ringing',
    'INCOMING_CALL',
  ]);
  expect(textOf(bobby.getState().text.conversation, 'own')).toBe('hello Alice');
  carol.intents.answer();
  clock.advance(400);
  expect([talksWith(bobby), talksWith(carol)]).toEqual(['carol', 'bobby']);
  expect(textOf(bobby.getState().text.conversation, 'own')).toBe('');
  expect(bobby.getState().call).toMatchObject({ media: { audio: true, video: true, text: true } });
  expect(bobby.statuses.slice(-2)).toEqual(['TERMINATED_LOCAL', 'ACCEPTED']);
  expect(referred(bobby).slice(-3)).toEqual(['report 180', 'report 200', 'hangUp']);
  expect([alice.status(), phaseOf(alice)]).toEqual(['TERMINATED_REMOTE', 'done']);
  expect(referred(alice).slice(-1)).toEqual(['hangUp']);
  alice.intents.dismiss();
  clock.advance(5000);
  expect([alice.status(), phaseOf(alice)]).toEqual(['COMPLETED', undefined]);
  expect([...bobby.localMedia.live]).toHaveLength(1);
  bobby.intents.editText('hello Carol');
  clock.advance(2000);
  expect(textOf(carol.getState().text.conversation, 'other')).toBe('hello Carol');
});

test('D87 a call with text alone is transferred as one, without any device', async () => {
  const { bobby, carol, clock, ask, accept } = await createScene(textAlone);
  await ask();
  await accept();
  carol.intents.answer();
  clock.advance(400);
  expect(talksWith(bobby)).toBe('carol');
  expect(bobby.getState().call).toMatchObject({ media: { audio: false, video: false, text: true } });
  expect([...bobby.localMedia.live, ...carol.localMedia.live]).toEqual([]);
});

/** The devices that are open for the call of the page. */
const openAt = (client: TestClient): string => {
  const { call } = client.getState();
  return 'call' in call ? client.localMedia.openNow(call.call.callId) : '';
};

test.each([
  ['sound alone', { ...all, video: false }, ['video'], 'audio'],
  ['text alone', textAlone, ['audio', 'video'], ''],
] as const)(
  'D33 D87 a user who sends %s to a peer that has added the rest sends that to the target, and receives all',
  async (_name, media, added, sent) => {
    const { alice, bobby, carol, clock, ask, accept } = await createScene(media);
    for (const kind of added) alice.intents.addMedium(kind);
    clock.advance(400);
    expect(openAt(bobby)).toBe(sent);
    await ask();
    await accept();
    carol.intents.answer();
    clock.advance(2000);
    expect([talksWith(bobby), openAt(bobby), bobby.getState().media.working]).toEqual([
      'carol',
      sent,
      { audio: sent === 'audio', video: false },
    ]);
    expect(bobby.getState().call).toMatchObject({ media: all });
    // What the own user has not sent, they may add.
    bobby.intents.addMedium('video');
    clock.advance(400);
    expect(openAt(bobby)).toBe(sent === '' ? 'video' : 'audio+video');
  },
);

test.each([
  ['sound alone', { ...all, video: false }, ['video'], 'audio'],
  ['text alone', textAlone, ['audio', 'video'], ''],
] as const)(
  'D33 D87 a user who sends %s and is asked by a peer that then leaves calls the target with that',
  async (_name, media, added, sent) => {
    const { alice, bobby, carol, clock, ask, accept } = await createScene(media);
    for (const kind of added) alice.intents.addMedium(kind);
    clock.advance(400);
    await ask();
    alice.intents.hangUp();
    clock.advance(400);
    await accept();
    carol.intents.answer();
    clock.advance(2000);
    expect([talksWith(bobby), openAt(bobby)]).toEqual(['carol', sent]);
  },
);

/** What microphone and camera are shown as, and what the new call was told last about each. */
const switchesOf = (client: TestClient) => {
  const { isMicrophoneOn, isCameraOn } = client.getState().panels;
  const last = (kind: string) => client.localMedia.sending.findLast((said) => said.startsWith(kind));
  return [isMicrophoneOn, isCameraOn, last('audio'), last('video')];
};

test('D87 what the user has muted and switched off stays so in the call to the target, before it is answered too', async () => {
  const { bobby, carol, clock, ask, accept } = await createScene();
  bobby.intents.toggleMicrophone();
  bobby.intents.toggleCamera();
  await ask();
  const count = bobby.localMedia.sending.length;
  await accept();
  expect(bobby.localMedia.sending.slice(count)).toEqual(['audio off', 'video off']);
  carol.intents.answer();
  clock.advance(2000);
  expect([talksWith(bobby), switchesOf(bobby)]).toEqual(['carol', [false, false, 'audio off', 'video off']]);
  bobby.intents.toggleMicrophone();
  expect(switchesOf(bobby)).toEqual([true, false, 'audio on', 'video off']);
});

test('D87 what the user mutes, or unmutes, while the target rings, is so in the call to the target', async () => {
  const { bobby, carol, clock, ask, accept } = await createScene();
  bobby.intents.toggleCamera();
  await ask();
  await accept();
  bobby.intents.toggleMicrophone();
  bobby.intents.toggleCamera();
  carol.intents.answer();
  clock.advance(2000);
  expect([talksWith(bobby), switchesOf(bobby)]).toEqual(['carol', [false, true, 'audio off', 'video on']]);
});

test.each(['before', 'after'])(
  'D87 a user who has muted, and whose peer leaves %s the press, is muted in the call to the target',
  async (when) => {
    const { alice, bobby, carol, clock, ask, accept } = await createScene();
    bobby.intents.toggleMicrophone();
    await ask();
    if (when === 'after') await accept();
    alice.intents.hangUp();
    clock.advance(400);
    if (when === 'before') await accept();
    carol.intents.answer();
    clock.advance(2000);
    expect([talksWith(bobby), switchesOf(bobby).slice(0, 3)]).toEqual(['carol', [false, true, 'audio off']]);
  },
);

test.each([
  ['is declined', 403, (carol: TestClient) => carol.intents.decline()],
  ['leaves', 480, (carol: TestClient) => void carol.intents.stop()],
])('D87 a target that %s: the call goes on, and both read %d', async (_name, status, act) => {
  const { alice, bobby, carol, clock, ask, accept } = await createScene();
  await ask();
  await accept();
  act(carol);
  clock.advance(400);
  expect([talksWith(alice), talksWith(bobby)]).toEqual(['bobby', 'alice']);
  for (const client of [alice, bobby])
    expect(client.getState().transfer).toMatchObject({ phase: 'failed', status });
  expect([...bobby.localMedia.live]).toHaveLength(1);
});

test('D87 an unknown target fails at once, and the user may ask again', async () => {
  const { alice, bobby, carol, clock, ask, accept, order } = await createScene();
  await ask('nobody');
  await accept();
  expect(alice.getState().transfer).toMatchObject({ phase: 'failed', status: 404 });
  await order(bobby, { do: 'dismiss' });
  await ask();
  await accept();
  carol.intents.answer();
  clock.advance(400);
  expect(talksWith(bobby)).toBe('carol');
});

test('D87 the remote user stays: nothing is called', async () => {
  const { alice, bobby, order, ask } = await createScene();
  await ask();
  await order(bobby, { do: 'decline' });
  expect([talksWith(bobby), phaseOf(bobby), referred(bobby)]).toEqual(['alice', undefined, ['report 603']]);
  expect(alice.getState().transfer).toMatchObject({ phase: 'failed', status: 603 });
});

test('D87 the remote user stops calling the target: the target rings no more, and the call goes on', async () => {
  const { alice, bobby, carol, clock, order, ask, accept } = await createScene();
  await ask();
  await accept();
  await order(bobby, { do: 'decline' });
  clock.advance(400);
  expect([talksWith(bobby), carol.status()]).toEqual(['alice', 'CANCELED_REMOTE']);
  expect(alice.getState().transfer).toMatchObject({ phase: 'failed', status: 487 });
  expect([...bobby.localMedia.live]).toHaveLength(1);
});

test('D87 a question without an answer ends after two minutes on both sides', async () => {
  const { alice, bobby, clock, ask } = await createScene();
  await ask();
  clock.advance(121_000);
  expect([phaseOf(bobby), alice.getState().transfer]).toMatchObject([
    undefined,
    { phase: 'failed', status: 408 },
  ]);
});

test('D87 a client that refuses REFER: the user reads it at once', async () => {
  const { alice, network, ask } = await createScene();
  network.referStatus = 405;
  await ask();
  expect(alice.getState().transfer).toMatchObject({ phase: 'failed', status: 405 });
});

test.each(['112', '911', 'bobby', 'alice'])('D87 no user is asked to call %s', async (target) => {
  const { alice, bobby, ask } = await createScene();
  await ask(target);
  expect([phaseOf(bobby), phaseOf(alice)]).toEqual([undefined, 'failed']);
  expect(talksWith(bobby)).toBe('alice');
});

test.each([
  'bobby@demo.example:5060',
  'bobby@demo.example.',
  'Bobby@demo.example.:5060',
  'alice@demo.example:5061',
  'alice@Demo.example',
])('D87 attack: %s is one of the two ends as well, so there is no question', async (address) => {
  const { bobby, clock } = await createScene();
  const { call } = bobby.getState();
  const callId = call.phase === 'accepted' ? call.call.callId : expect.fail();
  bobby.emit({ type: 'transferAsked', callId, referId: 1, target: { address } });
  clock.advance(400);
  expect([phaseOf(bobby), referred(bobby)]).toEqual([undefined, ['report 603']]);
});

test('D87 the asking user leaves at once: the question stays, and a press calls', async () => {
  const { alice, bobby, carol, clock, ask, accept } = await createScene();
  await ask();
  alice.intents.hangUp();
  clock.advance(400);
  expect([bobby.status(), phaseOf(bobby)]).toEqual(['TERMINATED_REMOTE', 'asked']);
  await accept();
  expect([bobby.status(), carol.status(), phaseOf(bobby)]).toEqual(['CALLING', 'INCOMING_CALL', undefined]);
  carol.intents.answer();
  clock.advance(400);
  expect([talksWith(bobby), talksWith(carol)]).toEqual(['carol', 'bobby']);
});

test('D87 the asking user leaves while the target rings: the call to the target takes its place', async () => {
  const { alice, bobby, carol, clock, ask, accept } = await createScene();
  await ask();
  await accept();
  alice.intents.hangUp();
  clock.advance(400);
  expect([bobby.getState().call, phaseOf(bobby)]).toMatchObject([
    { phase: 'calling', call: { remoteUser: { address: 'carol@demo.example' } } },
    undefined,
  ]);
  carol.intents.answer();
  clock.advance(400);
  expect([talksWith(bobby), talksWith(carol)]).toEqual(['carol', 'bobby']);
  expect([...bobby.localMedia.live]).toHaveLength(1);
});

test('D87 a log-out while the target rings ends both calls and leaves nothing', async () => {
  const { bobby, carol, clock, ask, accept } = await createScene();
  await ask();
  await accept();
  void bobby.intents.stop();
  clock.advance(5000);
  expect([carol.status(), [...bobby.localMedia.live]]).toEqual(['CANCELED_REMOTE', []]);
  expect(bobby.getState().transfer).toBeUndefined();
});

test('D87 events without a question change nothing', async () => {
  const { alice, bobby } = await createScene();
  const callId = 'call' in alice.getState().call ? 'x' : '';
  const before = [alice.getState(), bobby.getState()];
  for (const client of [alice, bobby]) {
    client.emit({ type: 'transferProgress', callId, status: 200 });
    client.emit({ type: 'transferAnswered', callId, status: 202 });
    client.emit({ type: 'transferAsked', callId, referId: 1, target: { address: 'carol@demo.example' } });
    await client.intents.transfer({ do: 'accept' });
    await client.intents.transfer({ do: 'decline' });
    await client.intents.transfer({ do: 'dismiss' });
    await client.intents.transfer({ do: 'ask', target: ' ' });
  }
  expect([alice.getState(), bobby.getState()]).toEqual(before);
});

test('D87 D41 what the target writes is read in full, while the last text of the first call still comes', async () => {
  const noSecondCall: LaterSecondCall = { load: () => new Promise(() => undefined) };
  const { bobby, carol, clock, ask, accept } = await createScene(all, noSecondCall);
  const first = bobby.getState().call;
  const ended = 'call' in first ? first.call.callId : expect.fail('no call');
  await ask();
  await accept();
  carol.intents.answer();
  clock.advance(400);
  expect(talksWith(bobby)).toBe('carol');
  const { call } = bobby.getState();
  const callId = 'call' in call ? call.call.callId : expect.fail('no call');
  for (const letter of 'hello') {
    bobby.emit({ type: 'textReceived', callId, characters: letter });
    bobby.emit({ type: 'textReceived', callId: ended, characters: 'x' });
  }
  clock.advance(400);
  expect(textOf(bobby.getState().text.conversation, 'other')).toBe('hello');
});
