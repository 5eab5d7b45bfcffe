import { describe, expect, test, vi } from 'vitest';
import {
  all,
  connect,
  createRegistered,
  openScene,
  type Phone,
  proxy,
  refuseNextInvite,
  textOf,
} from '../testing/test-phones.ts';

openScene();

const offers = () => proxy.messages.filter((message) => message.startsWith('INVITE'));
const answers = () => proxy.messages.filter((message) => /^SIP\/2\.0 200[^]*CSeq: \d+ INVITE/i.test(message));

/** The directions of the sound and video in a body, in order. */
const directionsIn = (message = ''): readonly (string | undefined)[] =>
  message
    .split(/^m=/m)
    .slice(1)
    .filter((section) => /^(audio|video)/.test(section))
    .map((section) => /^a=(sendrecv|sendonly|recvonly|inactive)/m.exec(section)?.[1] ?? 'sendrecv');

async function talk(media = all, more: Parameters<typeof createRegistered>[1] = {}) {
  const [anna, bobby] = [await createRegistered('anna', more), await createRegistered('bobby', more)];
  const { callerId, calleeId } = await connect(anna, bobby, media);
  await vi.waitUntil(() => anna.streams.connection(callerId)?.connectionState === 'connected', 8000);
  return { anna, annasId: callerId, bobby, bobbysId: calleeId };
}

async function hold(phone: Phone, callId: string, isHeld = true): Promise<number | undefined> {
  phone.localMedia.setHeld(callId, isHeld);
  phone.signalling.offerHold(callId, isHeld);
  return (await phone.next('holdAnswered')).status;
}

/** The packets of sound and the pictures that have arrived. */
async function arrivedAt(phone: Phone, callId: string) {
  const report = await phone.streams.connection(callId)?.getStats();
  const arrived = { frames: 0, packets: 0 };
  for (const stats of report?.values() ?? [])
    if (stats.type === 'inbound-rtp' && stats.kind === 'audio') arrived.packets += stats.packetsReceived ?? 0;
    else if (stats.type === 'inbound-rtp') arrived.frames += stats.framesDecoded ?? 0;
  return arrived;
}

/** Waits until sound and video arrive once more. */
async function flows(phone: Phone, callId: string): Promise<void> {
  const before = await arrivedAt(phone, callId);
  await vi.waitUntil(
    async () => {
      const now = await arrivedAt(phone, callId);
      return now.frames > before.frames + 3 && now.packets > before.packets + 10;
    },
    { timeout: 8000, interval: 50 },
  );
}

const currentDirections = (phone: Phone, callId: string) =>
  phone.streams
    .connection(callId)
    ?.getTransceivers()
    .map(({ currentDirection }) => currentDirection);

describe.each([
  ['a data channel', {}],
  ['MESSAGE', { textTransports: ['message'] as const }],
])('D84 in a call with text over %s', (_name, more) => {
  test('RFC 3264 §8.4 a held call has the directions of the RFC, text goes on, and it is resumed', async () => {
    const { anna, annasId, bobby, bobbysId } = await talk(all, more);
    await flows(bobby, bobbysId);
    expect(await hold(anna, annasId)).toBe(200);
    expect(directionsIn(offers().at(-1))).toEqual(['sendonly', 'sendonly']);
    expect(directionsIn(answers().at(-1))).toEqual(['recvonly', 'recvonly']);
    expect(await anna.next('holdChanged')).toMatchObject({ isOwn: true, isByPeer: false });
    expect(await bobby.next('holdChanged')).toMatchObject({ isOwn: false, isByPeer: true });
    anna.signalling.sendText(annasId, 1, 'ett ögonblick');
    bobby.signalling.sendText(bobbysId, 1, 'visst');
    await vi.waitUntil(() => textOf(bobby) === 'ett ögonblick' && textOf(anna) === 'visst');
    expect(await hold(anna, annasId, false)).toBe(200);
    expect(directionsIn(offers().at(-1))).toEqual(['sendrecv', 'sendrecv']);
    expect(await bobby.next('holdChanged')).toMatchObject({ isOwn: false, isByPeer: false });
    await flows(bobby, bobbysId);
    await flows(anna, annasId);
    expect([...anna.events, ...bobby.events].some(({ type }) => type === 'mediaChanged')).toBe(false);
  });
});

test('D84 while a call is held its tracks send silence and black, and a muted microphone stays muted after it', async () => {
  const { anna, annasId } = await talk();
  const sending = () =>
    anna.streams
      .get(annasId, 'local')
      ?.getTracks()
      .map(({ kind, enabled }) => `${kind} ${enabled}`)
      .toSorted();
  anna.localMedia.setSending(annasId, 'audio', false);
  await hold(anna, annasId);
  expect(sending()).toEqual(['audio false', 'video false']);
  anna.localMedia.setSending(annasId, 'video', true);
  expect(sending()).toEqual(['audio false', 'video false']);
  await hold(anna, annasId, false);
  expect(sending()).toEqual(['audio false', 'video true']);
});

test('D84 a user who is held keeps sending nothing they have muted, and their tracks are as before', async () => {
  const { anna, annasId, bobby, bobbysId } = await talk();
  bobby.localMedia.setSending(bobbysId, 'audio', false);
  await hold(anna, annasId);
  await bobby.next('holdChanged');
  await hold(anna, annasId, false);
  await bobby.next('holdChanged');
  const tracks = bobby.streams.get(bobbysId, 'local')?.getTracks() ?? [];
  expect(Object.fromEntries(tracks.map(({ kind, enabled }) => [kind, enabled]))).toEqual({
    audio: false,
    video: true,
  });
});

test('D84 RFC 6337 both ends hold the call, and each resumes by itself', async () => {
  const { anna, annasId, bobby, bobbysId } = await talk();
  await hold(anna, annasId);
  await anna.next('holdChanged');
  await bobby.next('holdChanged');
  await hold(bobby, bobbysId);
  for (const phone of [anna, bobby])
    expect(await phone.next('holdChanged')).toMatchObject({ isOwn: true, isByPeer: true });
  expect(currentDirections(anna, annasId)?.slice(0, 2)).toEqual(['inactive', 'inactive']);
  await hold(anna, annasId, false);
  expect(await anna.next('holdChanged')).toMatchObject({ isOwn: false, isByPeer: true });
  expect(await bobby.next('holdChanged')).toMatchObject({ isOwn: true, isByPeer: false });
  await hold(bobby, bobbysId, false);
  expect(await anna.next('holdChanged')).toMatchObject({ isOwn: false, isByPeer: false });
  await flows(anna, annasId);
  await flows(bobby, bobbysId);
});

test('D84 RFC 3261 §14.1 a peer that answers 491 or 488 leaves the call as it was', async () => {
  const { anna, annasId, bobby } = await talk();
  for (const status of ['491 Request Pending', '488 Not Acceptable Here']) {
    refuseNextInvite('anna', status);
    expect(await hold(anna, annasId)).toBe(Number(status.slice(0, 3)));
  }
  expect(anna.streams.connection(annasId)?.signalingState).toBe('stable');
  anna.signalling.sendText(annasId, 1, 'kvar');
  await vi.waitUntil(() => textOf(bobby) === 'kvar');
  expect(await hold(anna, annasId)).toBe(200);
  expect(await bobby.next('holdChanged')).toMatchObject({ isByPeer: true });
});

test('D84 RFC 3261 §14.2 a peer that is busy with another offer gets the hold again after the time that it names', async () => {
  const { anna, annasId, bobby } = await talk();
  refuseNextInvite('anna', '500 Server Internal Error\r\nRetry-After: 1 (another offer)');
  const began = performance.now();
  expect(await hold(anna, annasId)).toBe(491);
  expect(performance.now() - began).toBeGreaterThanOrEqual(990);
  expect(await hold(anna, annasId)).toBe(200);
  expect(await bobby.next('holdChanged')).toMatchObject({ isByPeer: true });
});

test.each(['', '\r\nRetry-After: 3600', '\r\nRetry-After: -1', '\r\nRetry-After: soon'])(
  'D84 RFC 3261 §14.2 a fault of the peer with the fields %j is no answer to an offer that crosses',
  async (fields) => {
    const { anna, annasId } = await talk();
    refuseNextInvite('anna', `500 Server Internal Error${fields}`);
    expect(await hold(anna, annasId)).toBe(500);
  },
);

test('D84 RFC 3264 §8 sound and video flow in both directions after the peer refused an offer of the side that was called', async () => {
  const { anna, annasId, bobby, bobbysId } = await talk();
  await flows(anna, annasId);
  for (const isHeld of [true, false]) {
    refuseNextInvite('bobby', '488 Not Acceptable Here');
    expect(await hold(bobby, bobbysId, isHeld)).toBe(488);
  }
  await flows(anna, annasId);
  await flows(bobby, bobbysId);
  expect(await hold(bobby, bobbysId)).toBe(200);
  expect(directionsIn(offers().at(-1))).toEqual(['sendonly', 'sendonly']);
  expect(await anna.next('holdChanged')).toMatchObject({ isOwn: false, isByPeer: true });
  expect(await hold(bobby, bobbysId, false)).toBe(200);
  await flows(anna, annasId);
  await flows(bobby, bobbysId);
});

test.each(['caller', 'callee'])(
  'D84 a peer that refuses to be held by the %s hears and sees as before when the user resumes, without another offer',
  async (role) => {
    const { anna, annasId, bobby, bobbysId } = await talk();
    await flows(anna, annasId);
    const [phone, callId] = role === 'caller' ? ([anna, annasId] as const) : ([bobby, bobbysId] as const);
    refuseNextInvite(role === 'caller' ? 'anna' : 'bobby', '488 Not Acceptable Here');
    expect(await hold(phone, callId)).toBe(488);
    phone.localMedia.setHeld(callId, false);
    await flows(anna, annasId);
    await flows(bobby, bobbysId);
    expect(currentDirections(phone, callId)?.slice(0, 2)).toEqual(['sendrecv', 'sendrecv']);
    expect(offers()).toHaveLength(2);
  },
);

/** Sends a re-INVITE in the call of `phone`, with its body changed on the way, as another client would write it. */
function offerAs(phone: Phone, callId: string, change: (sdp: string) => string): void {
  proxy.rewrite = (message) => {
    if (!message.startsWith('INVITE')) return message;
    proxy.rewrite = (unchanged) => unchanged;
    const [head = '', body = ''] = message.split('\r\n\r\n');
    const changed = change(body);
    const length = new TextEncoder().encode(changed).length;
    return `${head.replace(/^Content-Length:.*$/im, `Content-Length: ${length}`)}\r\n\r\n${changed}`;
  };
  phone.signalling.offerHold(callId, false);
}

const withDirection = (direction: string) => (sdp: string) =>
  sdp.replaceAll(/^a=(sendrecv|sendonly|recvonly|inactive)/gm, `a=${direction}`);
const withoutAddress = (sdp: string): string =>
  sdp.replaceAll(/^m=(audio|video) \d+/gm, 'm=$1 40000').replaceAll(/^c=IN IP[46] .*$/gm, 'c=IN IP4 0.0.0.0');

test.each([
  ['sendonly', withDirection('sendonly'), 'recvonly'],
  ['inactive', withDirection('inactive'), 'inactive'],
  ['the address 0.0.0.0', withoutAddress, 'recvonly'],
])(
  'D84 another client that holds by %s is understood, and resumes the call',
  async (_name, change, answered) => {
    const { anna, annasId, bobby, bobbysId } = await talk();
    offerAs(anna, annasId, change);
    expect(await bobby.next('holdChanged')).toMatchObject({ isOwn: false, isByPeer: true });
    await anna.next('holdAnswered');
    expect(directionsIn(answers().at(-1))).toEqual([answered, answered]);
    expect(bobby.events.some(({ type }) => type === 'mediaChanged')).toBe(false);
    await hold(anna, annasId, false);
    expect(await bobby.next('holdChanged')).toMatchObject({ isByPeer: false });
    await flows(anna, annasId);
    await flows(bobby, bobbysId);
  },
);

test('D84 a call whose camera was never on is held with the direction for what it only receives', async () => {
  const [anna, bobby] = [await createRegistered('anna'), await createRegistered('bobby')];
  const { callerId, calleeId } = await connect(anna, bobby, all, {});
  const camera = anna.streams
    .connection(callerId)
    ?.getTransceivers()
    .find(({ receiver }) => receiver.track.kind === 'video');
  if (camera !== undefined) camera.direction = 'recvonly';
  expect(await hold(anna, callerId)).toBe(200);
  expect(directionsIn(offers().at(-1))).toEqual(['sendonly', 'inactive']);
  expect(await bobby.next('holdChanged')).toMatchObject({ callId: calleeId, isByPeer: true });
  await hold(anna, callerId, false);
  expect(directionsIn(offers().at(-1))).toEqual(['sendrecv', 'recvonly']);
});

/** The CSeq numbers of the messages that begin with `start`. */
const numbersOf = (start: string): readonly number[] =>
  proxy.messages
    .filter((message) => message.startsWith(start))
    .map((message) => Number(/^CSeq: (\d+)/im.exec(message)?.[1]));

test.each([
  ['the offer before it', 1],
  ['the first offer', 0],
])(
  'D84 RFC 3261 §13.2.2.4 a 200 to %s that the peer repeats while the next offer is open gets the ACK of its own INVITE',
  async (_which, index) => {
    const { anna, annasId } = await talk();
    expect(await hold(anna, annasId)).toBe(200);
    const repeated = answers()[index] ?? '';
    // The ACK was late: the peer has repeated its 200 just before it got the next offer.
    proxy.filter = (message) => {
      if (message.startsWith('INVITE')) proxy.inject('anna', repeated);
      return true;
    };
    expect(await hold(anna, annasId, false)).toBe(200);
    const invites = numbersOf('INVITE');
    expect(invites).toHaveLength(3);
    expect(numbersOf('ACK')).toEqual([...invites.slice(0, 2), invites[index], invites[2]]);
  },
);
