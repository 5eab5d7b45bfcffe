import { describe, expect, test, vi } from 'vitest';
import {
  acquire,
  all,
  createRegistered,
  noLimit,
  openScene,
  type Phone,
  proxy,
  refuseNextInvite,
  textOf,
} from '../testing/test-phones.ts';

openScene();

const mayAdd = { audio: true, video: true };
const text = { audio: false, video: false, text: true };
const voice = { audio: true, video: false, text: true };
type Kinds = typeof all;

type TalkOptions = {
  readonly more?: Parameters<typeof createRegistered>[1];
  /** What of the answer is not the media. */
  readonly atBobby?: object;
  readonly has?: Kinds;
};

/** A call by `wanted` with the devices `has`, answered with `answered`, whose media may be changed. */
async function talk(
  wanted: Kinds,
  answered = wanted,
  { more = {}, atBobby = { mayAdd }, has = wanted }: TalkOptions = {},
) {
  const [anna, bobby] = [await createRegistered('anna', more), await createRegistered('bobby', more)];
  const annasId = 'added';
  await acquire(anna, annasId, has);
  anna.signalling.invite({
    callId: annasId,
    target: 'bobby@demo.example',
    wanted,
    bandwidth: noLimit,
    mayAdd,
  });
  const { callId: bobbysId } = await bobby.next('inviteReceived');
  await acquire(bobby, bobbysId, answered);
  bobby.signalling.answer({ callId: bobbysId, wanted: answered, bandwidth: noLimit, ...atBobby });
  await anna.next('callAccepted');
  await bobby.next('callAccepted');
  return { anna, annasId, bobby, bobbysId };
}

async function add(phone: Phone, callId: string, kind: 'audio' | 'video'): Promise<void> {
  phone.localMedia.open(callId, kind);
  const isOpen = () =>
    phone.streams
      .get(callId, 'local')
      ?.getTracks()
      .some((track) => track.kind === kind);
  await vi.waitUntil(isOpen, { timeout: 5000, interval: 5 });
  phone.signalling.offerMedium(callId, kind);
}

async function framesAt(phone: Phone, callId: string): Promise<number> {
  const report = await phone.streams.connection(callId)?.getStats();
  let frames = 0;
  for (const stats of report?.values() ?? [])
    if (stats.type === 'inbound-rtp' && stats.kind === 'video')
      frames = Math.max(frames, stats.framesDecoded ?? 0);
  return frames;
}

const seesVideo = (phone: Phone, callId: string) =>
  vi.waitUntil(async () => (await framesAt(phone, callId)) > 3, { timeout: 8000, interval: 50 });

const sentBy = (phone: Phone, callId: string): readonly string[] =>
  (phone.streams.connection(callId)?.getSenders() ?? []).flatMap(({ track }) => track?.kind ?? []);

const offers = () => proxy.messages.filter((message) => message.startsWith('INVITE'));

describe.each([
  ['a data channel', {}],
  ['MESSAGE', { textTransports: ['message'] as const }],
])('D33 in a call with text over %s', (_name, more) => {
  test('a camera is added to a text call; the peer sends theirs only after adding it', async () => {
    const { anna, annasId, bobby, bobbysId } = await talk(text, text, { more });
    await add(anna, annasId, 'video');
    expect(await bobby.next('mediaChanged')).toMatchObject({
      isOwn: false,
      audio: false,
      video: true,
      fromPeer: { audio: false, video: true },
    });
    expect(await anna.next('mediaChanged')).toMatchObject({
      isOwn: true,
      video: true,
      fromPeer: { video: false },
    });
    await seesVideo(bobby, bobbysId);
    expect(sentBy(bobby, bobbysId)).toEqual([]);
    await add(bobby, bobbysId, 'video');
    expect(await anna.next('mediaChanged')).toMatchObject({ fromPeer: { video: true } });
    await seesVideo(anna, annasId);
    anna.signalling.sendText(annasId, 1, 'fortfarande');
    await vi.waitUntil(() => textOf(bobby) === 'fortfarande', { timeout: 3000 });
    expect(offers()).toHaveLength(3);
  });
});

test('D33 a section that was answered inactive is used again for what is added', async () => {
  const { anna, annasId, bobby, bobbysId } = await talk(all, text);
  await vi.waitUntil(() => sentBy(anna, annasId).length === 0);
  await add(bobby, bobbysId, 'video');
  expect(await anna.next('mediaChanged')).toMatchObject({
    audio: false,
    video: true,
    fromPeer: { video: true },
  });
  await seesVideo(anna, annasId);
  expect(sentBy(anna, annasId)).toEqual([]);
  expect((offers().at(-1) ?? '').match(/^m=video/gm)).toHaveLength(1);
});

test('D33 RFC 3264 a peer that refuses with 488 keeps the call, and the medium can be offered again', async () => {
  const { anna, annasId, bobby } = await talk(voice);
  refuseNextInvite('anna', '488 Not Acceptable Here');
  await add(anna, annasId, 'video');
  expect(await anna.next('mediaRefused')).toMatchObject({ status: 488 });
  expect([anna.streams.connection(annasId)?.signalingState, sentBy(anna, annasId)]).toEqual([
    'stable',
    ['audio'],
  ]);
  anna.signalling.sendText(annasId, 1, 'kvar');
  await vi.waitUntil(() => textOf(bobby) === 'kvar');
  anna.signalling.offerMedium(annasId, 'video');
  expect(await anna.next('mediaChanged')).toMatchObject({ isOwn: true, video: true });
});

test('D16 A-044 a peer that may not add media answers what is added as inactive', async () => {
  const { anna, annasId, bobby, bobbysId } = await talk(voice, voice, { atBobby: {} });
  await add(anna, annasId, 'video');
  expect(await anna.next('mediaChanged')).toMatchObject({ isOwn: true, audio: true, video: false });
  await vi.waitUntil(() => sentBy(anna, annasId).join() === 'audio');
  expect(bobby.events.some(({ type }) => type === 'mediaChanged')).toBe(false);
  expect(sentBy(bobby, bobbysId)).toEqual(['audio']);
});

test('D17 D33 an added camera is sent with frame rate before resolution', async () => {
  const { anna, annasId } = await talk(text);
  await add(anna, annasId, 'video');
  await anna.next('mediaChanged');
  const sender = anna.streams
    .connection(annasId)
    ?.getSenders()
    .find(({ track }) => track?.kind === 'video');
  await vi.waitUntil(() => sender?.getParameters().degradationPreference === 'maintain-framerate');
});

test('MEDIA-12 D33 a device that was added is closed with the call', async () => {
  const { anna, annasId } = await talk(text);
  await add(anna, annasId, 'audio');
  await anna.next('mediaChanged');
  const [track] = anna.streams.get(annasId, 'local')?.getTracks() ?? [];
  anna.localMedia.close(annasId, 'audio');
  expect(track?.readyState).toBe('ended');
});

describe('D33 RFC 3264 §8 video of the peer flows on after an offer to add the own camera was refused', () => {
  const flowsOn = async (phone: Phone, callId: string): Promise<void> => {
    const before = await framesAt(phone, callId);
    const hasMore = async () => (await framesAt(phone, callId)) > before + 10;
    await vi.waitUntil(hasMore, { timeout: 8000, interval: 50 });
  };

  test('where the peer called, and added their camera during the call', async () => {
    const { anna, annasId, bobby, bobbysId } = await talk(voice);
    await add(anna, annasId, 'video');
    await bobby.next('mediaChanged');
    refuseNextInvite('bobby', '488 Not Acceptable Here');
    await add(bobby, bobbysId, 'video');
    expect((await bobby.next('mediaRefused')).status).toBe(488);
    await flowsOn(bobby, bobbysId);
  });

  test('where this side called without a camera', async () => {
    const { anna, annasId } = await talk(all, all, { has: voice });
    await seesVideo(anna, annasId);
    refuseNextInvite('anna', '488 Not Acceptable Here');
    await add(anna, annasId, 'video');
    expect((await anna.next('mediaRefused')).status).toBe(488);
    await flowsOn(anna, annasId);
  });
});
