import {
  createFakeClock,
  createFakeNetwork,
  createSeededRandom,
  createTestClient,
  settingsOf,
  type TestClient,
} from '@samtal/test-kit';
import { expect, test } from 'vitest';
import type { CallParts } from '../state/client-state.ts';
import type { TransferOrder } from '../state/transfer-state.ts';

const names = ['alice', 'bobby', 'carol', 'david'] as const;
const perCall = { audio: true, video: true };
const LIVE: readonly string[] = ['incoming', 'calling', 'establishing', 'accepted'];
const LIMIT_MS = 8000;

const idOf = (parts: CallParts | undefined): string =>
  parts === undefined || parts.call.phase === 'idle' ? '' : parts.call.call.callId;
const isLive = (parts: CallParts | undefined): boolean =>
  parts !== undefined && LIVE.includes(parts.call.phase);

/** Devices that are open for a call that is in no state of the client. */
function strayDevices(client: TestClient): readonly string[] {
  const state = client.getState();
  const { transfer } = state;
  const known = [state, state.behind].filter(isLive).map(idOf);
  if (transfer?.side === 'peer' && (transfer.phase === 'calling' || transfer.phase === 'switching'))
    known.push(transfer.newCallId);
  return [...client.localMedia.live].filter((callId) => !known.includes(callId));
}

type Random = () => number;

/** What the other ends, the network and the page may do at random, also what is against the rules. */
function suffer(client: TestClient, random: Random, target: string): void {
  const state = client.getState();
  const callId = random() < 0.6 ? idOf(state) : idOf(state.behind);
  const status = [180, 200, 486, 603][Math.floor(random() * 4)] ?? 200;
  const acts = [
    () => client.signalling.drop(),
    () => client.emit({ type: random() < 0.5 ? 'browserOffline' : 'browserOnline' }),
    () => {
      client.emit({ type: 'pageHidden' });
      client.emit({ type: 'pageShown' });
    },
    () => client.emit({ type: 'callBroken', callId, code: 'lost' }),
    () =>
      client.emit({
        type: 'transferAsked',
        callId,
        referId: Math.floor(random() * 1000),
        target: { address: `${target}@demo.example` },
      }),
    () => client.emit({ type: 'transferProgress', callId, status }),
    () => client.emit({ type: 'transferAnswered', callId, status: status === 180 ? 202 : status }),
  ];
  acts[Math.floor(random() * acts.length)]?.();
}

/** What a user may do at random. */
function act(client: TestClient, random: Random, target: string): void {
  const { intents } = client;
  const behind = idOf(client.getState().behind);
  const order = (wanted: TransferOrder) => void intents.transfer(wanted);
  const acts = [
    () => intents.call(target),
    () => intents.answerSecond(behind, 'hold'),
    () => intents.answerSecond(behind, 'end'),
    () => intents.decline(undefined, behind),
    () => order({ do: 'accept' }),
    () => order({ do: 'decline' }),
    () => order({ do: 'dismiss' }),
    () => order({ do: 'connect' }),
    () => order({ do: 'ask', target }),
    () => order({ do: 'inviteThird', target }),
    () => order({ do: 'inviteAgain' }),
    () => order({ do: 'talkWithBoth' }),
    () => intents.swapCalls(),
    () => intents.setHeld(random() < 0.5),
    () => intents.hangUp(),
    () => intents.cancel(),
    () => intents.dismiss(),
  ];
  acts[Math.floor(random() * acts.length)]?.();
}

/** What brings a transfer or a call of three about, if something does now. */
function help(client: TestClient, random: Random, target: string): void {
  const { intents } = client;
  const { call, behind, three, transfer } = client.getState();
  if (call.phase === 'incoming') intents.answer();
  else if (behind?.call.phase === 'incoming') intents.answerSecond(idOf(behind), 'hold');
  else if (three?.phase === 'asked' || (transfer?.side === 'peer' && transfer.phase === 'asked'))
    void intents.transfer({ do: 'accept' });
  else if (call.phase === 'accepted')
    void intents.transfer({ do: random() < 0.5 ? 'inviteThird' : 'ask', target });
  else intents.call(target);
}

/** Every user leaves all calls and waits for the limits: then nothing may be left. */
function expectRest(clients: readonly TestClient[], advance: (ms: number) => void, seed: number): void {
  for (let round = 0; round < 3; round += 1) {
    for (const { intents, emit } of clients) {
      emit({ type: 'browserOnline' });
      intents.hangUp();
      intents.cancel();
      intents.dismiss();
    }
    advance(200_000);
  }
  for (const client of clients) {
    const { transfer, three, behind, ...front } = client.getState();
    expect([...client.localMedia.live], `seed ${seed}`).toEqual([]);
    expect([undefined, 'failed', 'done'], `seed ${seed}`).toContain(transfer?.phase);
    expect([undefined, 'failed'], `seed ${seed}`).toContain(three?.phase);
    expect([isLive({ ...front }), isLive(behind)], `seed ${seed}`).toEqual([false, false]);
  }
}

async function run(seed: number): Promise<Set<string>> {
  const random = createSeededRandom(seed);
  const clock = createFakeClock();
  const network = createFakeNetwork(clock, 20);
  network.takesTransfers = true;
  network.takesJoin = true;
  const isKept = seed % 2 === 0;
  const mayInvite = seed % 4 > 0;
  const seen = new Set<string>();
  const clients = [...names, '112'].map((name, index) => {
    const client = createTestClient(network, clock, seed * 10 + index, { hasThreePeople: true });
    client.signalling.keepsCalls = isKept;
    const may = { perCall, secondCall: true, mayTransfer: true } as const;
    const continuity = { limitMs: LIMIT_MS };
    client.intents.start(
      settingsOf(name, { ...may, ...(mayInvite && { threePeople: true }), ...(isKept && { continuity }) }),
    );
    return client;
  });
  const [alice, bobby, , , service] = clients;
  clock.advance(1000);
  alice?.intents.call('bobby');
  clock.advance(400);
  bobby?.intents.answer();
  clock.advance(400);
  for (let step = 0; step < 40; step += 1) {
    const client = clients[Math.floor(random() * names.length)];
    const target = names[Math.floor(random() * names.length)];
    if (client === undefined || target === undefined) throw new Error('no user');
    const choice = random();
    if (choice < 0.7) help(client, random, target);
    else if (choice < 0.86) act(client, random, target);
    else if (choice < 0.98) suffer(client, random, target);
    else service?.intents.call(target);
    // An order is given when its code is there.
    for (let turn = 0; turn < 6; turn += 1) await Promise.resolve();
    clock.advance(Math.floor(random() * 500));
    for (const [index, each] of clients.entries()) {
      const [stray] = strayDevices(each);
      if (stray !== undefined) expect.fail(`seed ${seed}, step ${step}, user ${index}: ${stray} is open`);
      const { transfer, three } = each.getState();
      seen.add(`${transfer?.side} ${transfer?.phase}`);
      seen.add(`three ${three?.phase}`);
    }
  }
  expectRest(clients, (ms) => clock.advance(ms), seed);
  return seen;
}

test('D87 D102 random runs leave no call with open devices that is in no state, and no transfer without an end', async () => {
  const seen = new Set<string>();
  for (let seed = 1; seed <= 40; seed += 1) for (const one of await run(seed)) seen.add(one);
  // The runs have been in every phase that lasts.
  for (const phase of [
    'own asked',
    'own ringing',
    'own done',
    'own failed',
    'peer asked',
    'peer calling',
    'peer failed',
  ])
    expect(seen).toContain(phase);
  for (const phase of ['calling', 'asking', 'asked', 'together']) expect(seen).toContain(`three ${phase}`);
}, 60_000);
