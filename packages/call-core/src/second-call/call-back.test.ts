import {
  createFakeClock,
  createFakeNetwork,
  createTestClient,
  settingsOf,
  type TestClient,
} from '@samtal/test-kit';
import { expect, test } from 'vitest';
import type { MediaKinds } from '../media-kinds.ts';
import type { CallParts } from '../state/client-state.ts';

const all: MediaKinds = { audio: true, video: true, text: true };
const NAMES = ['alice', 'bobby', 'carol', 'david', '112', '911'] as const;

const idOf = (parts: CallParts | undefined): string =>
  parts === undefined || parts.call.phase === 'idle' ? '' : parts.call.call.callId;
/** The remote user and the phase of each call, in front, behind and beside. */
const callsOf = (client: TestClient): readonly string[] => {
  const state = client.getState();
  return [state, state.behind, state.beside].map((parts) =>
    parts === undefined || parts.call.phase === 'idle'
      ? 'none'
      : `${parts.call.call.remoteUser.address.split('@')[0]} ${parts.call.phase}`,
  );
};
const besideOf = (client: TestClient): string => idOf(client.getState().beside);

/** Carol, three other users and two emergency services. */
function createScene() {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock, 20);
  network.takesTransfers = true;
  network.takesJoin = true;
  const [alice, bobby, carol, david, service, other] = NAMES.map((name, index) => {
    const client = createTestClient(network, clock, index + 1, { hasThreePeople: true });
    client.intents.start(
      settingsOf(name, {
        perCall: { audio: true, video: true },
        secondCall: true,
        mayTransfer: true,
        threePeople: true,
        emergencyMedia: { audio: true, video: true },
        emergencyNumbers: ['112', '911'],
      }),
    );
    return client;
  }) as [TestClient, TestClient, TestClient, TestClient, TestClient, TestClient];
  const wait = (ms = 400): void => clock.advance(ms);
  wait();
  return { clock, alice, bobby, carol, david, service, other, wait };
}
type Scene = ReturnType<typeof createScene>;

/** What Carol does when 112 calls her. */
const reach = {
  rings({ alice, wait }: Scene) {
    alice.intents.call('carol', { media: all });
    wait();
  },
  calls({ carol, wait }: Scene) {
    carol.intents.call('alice', { media: all });
    wait();
  },
  answers(scene: Scene) {
    reach.rings(scene);
    scene.carol.localMedia.failure = 'silent';
    scene.carol.intents.answer(all);
    scene.carol.localMedia.failure = undefined;
  },
  talks(scene: Scene) {
    reach.rings(scene);
    scene.carol.intents.answer(all);
    scene.wait();
  },
  hearsSecond(scene: Scene) {
    reach.talks(scene);
    scene.bobby.intents.call('carol', { media: all });
    scene.wait();
  },
  talksWithTwo(scene: Scene) {
    reach.hearsSecond(scene);
    scene.carol.intents.answerSecond(idOf(scene.carol.getState().behind), 'hold');
    scene.wait();
  },
  async isOneOfThree(scene: Scene) {
    reach.talks(scene);
    await scene.carol.intents.transfer({ do: 'inviteThird', target: 'bobby' });
    scene.wait();
    scene.bobby.intents.answer(all);
    scene.wait();
    await scene.alice.intents.transfer({ do: 'accept' });
    scene.wait(2000);
    expect(scene.carol.getState().three?.phase).toBe('together');
  },
} as const;

function callBack({ service, wait }: Scene): void {
  service.intents.call('carol', { media: all });
  wait();
}

const rows: readonly (readonly [keyof typeof reach, readonly [string, string, string]])[] = [
  ['rings', ['112 incoming', 'none', 'none']],
  ['calls', ['112 incoming', 'none', 'none']],
  ['answers', ['112 incoming', 'none', 'none']],
  ['talks', ['alice accepted', '112 incoming', 'none']],
  ['hearsSecond', ['alice accepted', '112 incoming', 'none']],
  ['talksWithTwo', ['bobby accepted', 'alice accepted', '112 incoming']],
  ['isOneOfThree', ['alice accepted', 'bobby accepted', '112 incoming']],
];

test.each(rows)('D85 D89 D102 a call back of 112 rings while Carol %s: %j', async (name, calls) => {
  const scene = createScene();
  await reach[name](scene);
  callBack(scene);
  expect(scene.service.getState().call).toMatchObject({ phase: 'calling', progress: 'ringing' });
  expect(callsOf(scene.carol)).toEqual(calls);
});

test.each(rows)('D89 and any other caller changes nothing while Carol %s', async (name) => {
  const scene = createScene();
  await reach[name](scene);
  const before = callsOf(scene.carol);
  scene.david.intents.call('carol', { media: all });
  scene.wait();
  const isFree = name === 'talks';
  if (isFree) expect(callsOf(scene.carol)[1]).toBe('david incoming');
  else
    expect([callsOf(scene.carol), scene.david.getState().call]).toMatchObject([before, { refusal: 'busy' }]);
});

const two = ['talksWithTwo', 'isOneOfThree'] as const;

test.each(two)(
  'D85 D89 D102 the call back that is answered while Carol %s ends both calls, and is the only one then',
  async (name) => {
    const scene = createScene();
    const { alice, bobby, carol, service, wait } = scene;
    await reach[name](scene);
    callBack(scene);
    carol.intents.answerSecond(besideOf(carol), 'end');
    wait(400_000);
    expect(callsOf(carol)).toEqual([
      '112 accepted',
      expect.stringMatching(/^(alice|bobby) (ending|completed)$/),
      'none',
    ]);
    expect([...carol.localMedia.live]).toEqual([idOf(carol.getState())]);
    expect([carol.getState().three, service.status()]).toEqual([undefined, 'ACCEPTED']);
    // Of three people, the two others go on.
    const others =
      name === 'isOneOfThree' ? ['bobby accepted', 'alice accepted'] : ['carol ended', 'carol ended'];
    expect([callsOf(alice)[0], callsOf(bobby)[0]]).toEqual(others);
  },
);

test.each(two)(
  'D85 D89 D102 each call that ends when Carol %s is published as over, for the history',
  async (name) => {
    const scene = createScene();
    const { carol, wait } = scene;
    await reach[name](scene);
    callBack(scene);
    const over = new Set<string>();
    carol.subscribe(() => {
      const state = carol.getState();
      for (const parts of [state, state.behind, state.beside])
        if (parts?.call.phase === 'ending' && parts.call.isClosed === true)
          over.add(parts.call.call.remoteUser.address);
    });
    carol.intents.answerSecond(besideOf(carol), 'end');
    wait();
    expect([...over].toSorted()).toEqual(['alice@demo.example', 'bobby@demo.example']);
  },
);

test.each(two)(
  'D85 D89 D102 the call back that is declined while Carol %s leaves both calls as they are',
  async (name) => {
    const scene = createScene();
    const { carol, service, wait } = scene;
    await reach[name](scene);
    const before = carol.getState();
    callBack(scene);
    carol.intents.decline('later', besideOf(carol));
    wait(10_000);
    expect(service.getState().call).toMatchObject({ phase: 'ended', outcome: 'rejectedRemote' });
    expect([callsOf(carol), carol.getState().three]).toEqual([
      [...callsOf(carol).slice(0, 2), expect.stringMatching(/^none$|^112 ending$/)],
      before.three,
    ]);
    expect(carol.getState().behind?.hold).toEqual(before.behind?.hold);
    expect(
      callsOf(carol)
        .slice(0, 2)
        .every((call) => call.endsWith(' accepted')),
    ).toBe(true);
    // The place is free for the next call back.
    callBack(scene);
    expect(callsOf(carol)[2]).toBe('112 incoming');
  },
);

test.each(two)('D85 D89 D102 the call back that is given up while Carol %s is missed', async (name) => {
  const scene = createScene();
  const { carol, service, wait } = scene;
  await reach[name](scene);
  callBack(scene);
  service.intents.cancel();
  wait();
  expect(carol.getState().beside?.call).toMatchObject({ outcome: 'canceledRemote', isMissed: true });
  expect(
    callsOf(carol)
      .slice(0, 2)
      .every((call) => call.endsWith(' accepted')),
  ).toBe(true);
});

const ends: Readonly<Record<string, (scene: Scene) => void>> = {
  'the other end of the first call hangs up': ({ alice }) => alice.intents.hangUp(),
  'the other end of the second call hangs up': ({ bobby }) => bobby.intents.hangUp(),
  'Carol hangs up': ({ carol }) => carol.intents.hangUp(),
};

test.each(Object.keys(ends))(
  'D85 D89 a call back beside two calls comes behind the one that is left when %s',
  (what) => {
    const scene = createScene();
    const { carol, wait } = scene;
    reach.talksWithTwo(scene);
    callBack(scene);
    ends[what]?.(scene);
    wait(10_000);
    expect(callsOf(carol).slice(0, 2)).toEqual([
      expect.stringMatching(/^(alice|bobby) accepted$/),
      '112 incoming',
    ]);
    carol.intents.answerSecond(idOf(carol.getState().behind), 'hold');
    wait(400_000);
    expect(callsOf(carol).slice(0, 2)).toEqual([
      '112 accepted',
      expect.stringMatching(/^(alice|bobby) accepted$/),
    ]);
  },
);

test.each(two)(
  'D85 D89 D102 a call back rings in front when Carol %s and no other call is left',
  async (name) => {
    const scene = createScene();
    const { alice, bobby, carol, wait } = scene;
    await reach[name](scene);
    callBack(scene);
    alice.intents.hangUp();
    bobby.intents.hangUp();
    wait(10_000);
    expect(callsOf(carol)[0]).toBe('112 incoming');
    carol.intents.answer(all);
    wait();
    expect(callsOf(carol)[0]).toBe('112 accepted');
  },
);

test('D102 D89 a call back rings in front when Carol hangs up to both others', async () => {
  const scene = createScene();
  await reach.isOneOfThree(scene);
  callBack(scene);
  scene.carol.intents.hangUp();
  scene.wait(10_000);
  expect(callsOf(scene.carol)[0]).toBe('112 incoming');
});

test('D89 the emergency call that Carol makes while a call back rings beside two calls answers it as busy', () => {
  const scene = createScene();
  const { carol, service, other, wait } = scene;
  reach.talksWithTwo(scene);
  callBack(scene);
  carol.intents.call('911', { emergency: { media: all, isSilent: false } });
  wait();
  expect([service.getState().call, other.status()]).toMatchObject([{ refusal: 'busy' }, 'INCOMING_CALL']);
});

test('D89 a second call back while one rings, and any call back during a call with the emergency service, is busy', () => {
  const scene = createScene();
  const { carol, other, wait } = scene;
  reach.talksWithTwo(scene);
  callBack(scene);
  other.intents.call('carol', { media: all });
  wait();
  expect(other.getState().call).toMatchObject({ refusal: 'busy' });
  carol.intents.answerSecond(besideOf(carol), 'end');
  wait();
  other.intents.dismiss();
  other.intents.call('carol', { media: all });
  wait();
  expect([callsOf(carol)[0], other.getState().call]).toMatchObject(['112 accepted', { refusal: 'busy' }]);
});

test.each(['rings', 'hearsSecond'] as const)(
  'D89 D34 the caller who makes room for 112 while Carol %s reads busy, and is missed',
  (name) => {
    const scene = createScene();
    const { alice, bobby, carol } = scene;
    reach[name](scene);
    const caller = name === 'rings' ? alice : bobby;
    const missed: string[] = [];
    carol.onTurnedAway(({ remoteUser }) => missed.push(remoteUser.address));
    callBack(scene);
    expect(caller.getState().call).toMatchObject({ refusal: 'busy' });
    expect(missed).toEqual([`${name === 'rings' ? 'alice' : 'bobby'}@demo.example`]);
  },
);

test('D85 D89 a call back that rings beside two calls is missed when the connection is lost', () => {
  const scene = createScene();
  reach.talksWithTwo(scene);
  callBack(scene);
  scene.carol.emit({ type: 'browserOffline' });
  expect(scene.carol.getState().beside?.call).toMatchObject({ phase: 'ended', isMissed: true });
  scene.wait(10_000);
  expect([...scene.carol.localMedia.live]).toEqual([]);
});
