import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  acquire,
  all,
  connect,
  createRegistered,
  openScene,
  type Phone,
  proxy,
  refuseNextInvite,
  screensOf,
  textOf,
  textOnly,
} from '../testing/test-phones.ts';
import type { CreateScreenSection } from './screen-section-code.ts';

openScene();

type More = Parameters<typeof createRegistered>[1];
const mayAdd = { audio: true, video: true };
const withoutScreens: More = { screens: screensOf(false) };

async function talk(media = all, more: More = {}, moreOfBobby: More = more) {
  const [anna, bobby] = [await createRegistered('anna', more), await createRegistered('bobby', moreOfBobby)];
  const { callerId, calleeId } = await connect(anna, bobby, media);
  await vi.waitUntil(() => anna.streams.connection(callerId)?.connectionState === 'connected', 8000);
  return { anna, annasId: callerId, bobby, bobbysId: calleeId };
}

/** Captures a screen of 1280 × 720 in one colour, as a browser would do it. */
function capture(phone: Phone, callId: string, colour = '#0000ff'): MediaStreamTrack {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [1280, 720];
  const context = canvas.getContext('2d');
  const draw = (): void => {
    if (context === null) return;
    context.fillStyle = colour;
    context.fillRect(0, 0, 1280, 720);
  };
  draw();
  const timer = setInterval(draw, 40);
  onTestFinished(() => clearInterval(timer));
  const stream = canvas.captureStream(25);
  const [track] = stream.getVideoTracks();
  if (track === undefined) throw new Error('no track');
  track.contentHint = 'detail';
  phone.streams.set(callId, 'ownScreen', stream);
  return track;
}

const uncapture = (phone: Phone, callId: string): void => {
  for (const track of phone.streams.get(callId, 'ownScreen')?.getTracks() ?? []) track.stop();
  phone.streams.remove(callId, 'ownScreen');
};

async function offer(phone: Phone, callId: string, isShared: boolean): Promise<number | undefined> {
  phone.signalling.offerScreen(callId, isShared);
  return (await phone.next('screenAnswered')).status;
}

async function share(phone: Phone, callId: string, colour?: string): Promise<number | undefined> {
  capture(phone, callId, colour);
  return offer(phone, callId, true);
}

async function stop(phone: Phone, callId: string): Promise<number | undefined> {
  uncapture(phone, callId);
  return offer(phone, callId, false);
}

const invites = () => proxy.messages.filter((message) => message.startsWith('INVITE'));
const answers = () => proxy.messages.filter((message) => /^SIP\/2\.0 200[^]*CSeq: \d+ INVITE/i.test(message));
/** The sections of a body: kind, port 0, direction, and label. */
const sectionsIn = (message = ''): readonly string[] =>
  message
    .split(/^m=/m)
    .slice(1)
    .map((section) => {
      const [, kind, port] = /^(\S+) (\d+)/.exec(section) ?? [];
      const direction = /^a=(sendrecv|sendonly|recvonly|inactive)/m.exec(section)?.[1] ?? '';
      const label = /^a=content:(\S+)/m.exec(section)?.[1] ?? '';
      return [kind, port === '0' ? 'refused' : direction, label].join(' ').trim();
    });

/** The colour in the middle of a stream of `phone`, as it is shown. */
async function colourOf(phone: Phone, callId: string, side: 'screen' | 'remote'): Promise<readonly number[]> {
  const stream = await vi.waitUntil(() => phone.streams.get(callId, side), 8000);
  const video = document.createElement('video');
  video.muted = true;
  video.srcObject = stream;
  document.body.append(video);
  onTestFinished(() => video.remove());
  await video.play();
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  await vi.waitUntil(() => video.videoWidth > 0, 8000);
  context?.drawImage(video, 0, 0, 1, 1);
  return [...(context?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3);
}
async function showsBlue(phone: Phone, callId: string): Promise<void> {
  await vi.waitUntil(
    async () => {
      const [red = 255, green = 255, blue = 0] = await colourOf(phone, callId, 'screen');
      return red < 60 && green < 60 && blue > 180;
    },
    { timeout: 8000, interval: 100 },
  );
}

type Arrived = { readonly packets: number; readonly frames: number };
/** The sound and the pictures of the face that have arrived. */
async function arrivedAt(phone: Phone, callId: string): Promise<Arrived> {
  const face = phone.streams.get(callId, 'remote')?.getVideoTracks() ?? [];
  const report = await phone.streams.connection(callId)?.getStats();
  const arrived = { packets: 0, frames: 0 };
  for (const stats of report?.values() ?? []) {
    if (stats.type !== 'inbound-rtp') continue;
    if (stats.kind === 'audio') arrived.packets += stats.packetsReceived ?? 0;
    else if (stats.trackIdentifier === face[0]?.id) arrived.frames += stats.framesDecoded ?? 0;
  }
  return arrived;
}
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

const hasMediaChanged = (phone: Phone): boolean => phone.events.some(({ type }) => type === 'mediaChanged');

describe.each(['caller', 'callee'])('D88 the %s', (role) => {
  const roles = (call: Awaited<ReturnType<typeof talk>>) => {
    const [anna, bobby] = [
      [call.anna, call.annasId],
      [call.bobby, call.bobbysId],
    ] as const;
    return role === 'caller' ? { own: anna, peer: bobby } : { own: bobby, peer: anna };
  };

  test('RFC 4796 shares a screen as a second video, beside the face; it ends, and is shared again in the same section', async () => {
    const { own, peer } = roles(await talk());
    await flows(...peer);
    expect(await share(...own)).toBe(200);
    expect(sectionsIn(invites().at(-1))).toEqual(
      ['audio sendrecv', 'video sendrecv', 'application sendrecv', 'video sendonly slides'].map((line) =>
        line.replace('application sendrecv', sectionsIn(invites().at(-1))[2] ?? ''),
      ),
    );
    expect(sectionsIn(answers().at(-1)).at(-1)).toBe('video recvonly slides');
    expect(await own[0].next('screenChanged')).toMatchObject({ isOwn: true, isByPeer: false });
    expect(await peer[0].next('screenChanged')).toMatchObject({ isOwn: false, isByPeer: true });
    await showsBlue(...peer);
    expect(peer[0].streams.get(peer[1], 'remote')?.getVideoTracks()).toHaveLength(1);
    await flows(...peer);
    await flows(...own);
    expect(await stop(...own)).toBe(200);
    expect(await peer[0].next('screenChanged')).toMatchObject({ isOwn: false, isByPeer: false });
    expect(peer[0].streams.get(peer[1], 'screen')).toBeUndefined();
    expect(sectionsIn(invites().at(-1)).at(-1)).toBe('video inactive slides');
    const count = sectionsIn(invites().at(-1)).length;
    for (let again = 0; again < 3; again++) {
      expect(await share(...own)).toBe(200);
      await peer[0].next('screenChanged');
      expect(await stop(...own)).toBe(200);
      await peer[0].next('screenChanged');
    }
    expect(await share(...peer)).toBe(200);
    expect(await own[0].next('screenChanged')).toMatchObject({ isOwn: false });
    expect(sectionsIn(invites().at(-1))).toHaveLength(count);
    await showsBlue(...own);
    await flows(...own);
    await flows(...peer);
    expect([hasMediaChanged(own[0]), hasMediaChanged(peer[0])]).toEqual([false, false]);
    expect([...own[0].events, ...peer[0].events].some(({ type }) => type === 'holdChanged')).toBe(false);
  });

  test.each(['488 Not Acceptable Here', '491 Request Pending'])(
    'sound and video go on after the peer refused the screen with %s, and the section is offered once, whatever follows',
    async (status) => {
      const { own, peer } = roles(await talk());
      const before = sectionsIn(invites().at(-1)).length;
      await flows(...own);
      await flows(...peer);
      for (let again = 0; again < 3; again++) {
        refuseNextInvite(role === 'caller' ? 'anna' : 'bobby', status);
        expect(await share(...own)).toBe(Number(status.slice(0, 3)));
        uncapture(...own);
        expect(await offer(...own, false)).toBe(200);
      }
      await flows(...own);
      await flows(...peer);
      own[0].signalling.offerHold(own[1], false);
      expect((await own[0].next('holdAnswered')).status).toBe(200);
      expect(await share(...own)).toBe(200);
      expect(sectionsIn(invites().at(-1))).toHaveLength(before + 1);
      await showsBlue(...peer);
      await flows(...own);
      await flows(...peer);
    },
  );
});

test('D88 a peer without the feature refuses the screen alone; the call goes on, and no section is added by another try', async () => {
  const { anna, annasId, bobby, bobbysId } = await talk(all, {}, withoutScreens);
  for (let again = 0; again < 3; again++) {
    expect(await share(anna, annasId)).toBe(200);
    expect(sectionsIn(answers().at(-1)).at(-1)).toBe('video refused');
    uncapture(anna, annasId);
    await offer(anna, annasId, false);
  }
  expect(sectionsIn(invites().at(-1))).toHaveLength(4);
  expect([...anna.events, ...bobby.events].some(({ type }) => type === 'screenChanged')).toBe(false);
  await flows(anna, annasId);
  await flows(bobby, bobbysId);
});

test('D88 an offer with a screen waits for its code; without the code the screen is refused', async () => {
  let code: CreateScreenSection | undefined;
  let fails = true;
  const later: More = {
    screens: {
      get: () => code,
      async fetch() {
        if (fails) throw new Error('no network');
        code = screensOf(true)?.get();
      },
    },
  };
  const { anna, annasId, bobby, bobbysId } = await talk(all, {}, later);
  expect(await share(anna, annasId)).toBe(200);
  expect(sectionsIn(answers().at(-1)).at(-1)).toBe('video inactive');
  await stop(anna, annasId);
  fails = false;
  expect(await share(anna, annasId)).toBe(200);
  expect(await bobby.next('screenChanged')).toMatchObject({ isByPeer: true });
  await showsBlue(bobby, bobbysId);
  await flows(bobby, bobbysId);
});

test('D88 while one end shares, a screen of the other is not taken, and the first one goes on', async () => {
  const { anna, annasId, bobby, bobbysId } = await talk();
  await share(anna, annasId);
  await bobby.next('screenChanged');
  expect(await share(bobby, bobbysId)).toBe(200);
  expect(anna.events.filter(({ type }) => type === 'screenChanged')).toHaveLength(1);
  expect(bobby.events.filter(({ type }) => type === 'screenChanged')).toHaveLength(1);
  await showsBlue(bobby, bobbysId);
});

test('D88 both ends share in the same moment: one of them is shown, and each knows which', async () => {
  const { anna, annasId, bobby, bobbysId } = await talk();
  const statuses = await Promise.all([share(anna, annasId), share(bobby, bobbysId)]);
  expect(statuses.some((status) => status === 491)).toBe(true);
  expect(await share(bobby, bobbysId)).toBe(200);
  expect(await anna.next('screenChanged')).toMatchObject({ isByPeer: true });
  expect(await offer(anna, annasId, true)).toBe(200);
  expect(anna.events.filter(({ type }) => type === 'screenChanged')).toHaveLength(1);
  await flows(anna, annasId);
  await flows(bobby, bobbysId);
});

test('D88 D84 with the end of the share in it, an offer to hold has no sending section of a screen', async () => {
  const { anna, annasId, bobby } = await talk();
  await share(anna, annasId);
  await bobby.next('screenChanged');
  uncapture(anna, annasId);
  anna.signalling.offerHold(annasId, true);
  anna.signalling.offerScreen(annasId, false);
  expect((await anna.next('holdAnswered')).status).toBe(200);
  expect((await anna.next('screenAnswered')).status).toBe(200);
  expect(sectionsIn(invites().at(-1)).filter((section) => section.startsWith('video'))).toEqual([
    'video sendonly',
    'video inactive slides',
  ]);
  expect(await bobby.next('holdChanged')).toMatchObject({ isByPeer: true });
  expect(await bobby.next('screenChanged')).toMatchObject({ isByPeer: false });
});

test('D88 D84 a call whose screen is shared is held and resumed: the screen that the peer goes on with is shown again', async () => {
  const { anna, annasId, bobby, bobbysId } = await talk();
  await share(anna, annasId);
  await bobby.next('screenChanged');
  bobby.signalling.offerHold(bobbysId, true);
  await bobby.next('holdAnswered');
  expect(await bobby.next('screenChanged')).toMatchObject({ isByPeer: false });
  expect(await anna.next('holdChanged')).toMatchObject({ isByPeer: true });
  bobby.signalling.offerHold(bobbysId, false);
  await bobby.next('holdAnswered');
  expect(await bobby.next('screenChanged')).toMatchObject({ isByPeer: true });
  await showsBlue(bobby, bobbysId);
});

test('D88 in a text call a screen is shown too, and its end does not count as holding the call', async () => {
  const { anna, annasId, bobby, bobbysId } = await talk(textOnly);
  expect(await share(anna, annasId)).toBe(200);
  await bobby.next('screenChanged');
  await showsBlue(bobby, bobbysId);
  await stop(anna, annasId);
  await bobby.next('screenChanged');
  anna.signalling.sendText(annasId, 1, 'hej');
  await vi.waitUntil(() => textOf(bobby) === 'hej');
  expect([...anna.events, ...bobby.events].some(({ type }) => type === 'holdChanged')).toBe(false);
  expect([hasMediaChanged(anna), hasMediaChanged(bobby)]).toEqual([false, false]);
});

test('D88 D33 a camera that is added after a screen has a section of its own', async () => {
  const voice = { audio: true, video: false, text: true };
  const [anna, bobby] = [await createRegistered('anna'), await createRegistered('bobby')];
  const annasId = 'screen and camera';
  await acquire(anna, annasId, voice);
  const bandwidth = { audioKbps: 0, videoKbps: 0 };
  anna.signalling.invite({ callId: annasId, target: 'bobby@demo.example', wanted: voice, bandwidth, mayAdd });
  const { callId: bobbysId } = await bobby.next('inviteReceived');
  await acquire(bobby, bobbysId, voice);
  bobby.signalling.answer({ callId: bobbysId, wanted: voice, bandwidth, mayAdd });
  await anna.next('callAccepted');
  await bobby.next('callAccepted');
  await share(anna, annasId);
  await bobby.next('screenChanged');
  await stop(anna, annasId);
  await bobby.next('screenChanged');
  for (const [phone, callId] of [
    [anna, annasId],
    [bobby, bobbysId],
  ] as const) {
    phone.localMedia.open(callId, 'video');
    await vi.waitUntil(() => (phone.streams.get(callId, 'local')?.getVideoTracks().length ?? 0) > 0);
    phone.signalling.offerMedium(callId, 'video');
    await vi.waitUntil(() =>
      phone.events.some((event) => event.type === 'mediaChanged' && event.isOwn && event.video),
    );
  }
  expect(sectionsIn(invites().at(-1)).filter((section) => section.startsWith('video'))).toEqual([
    'video inactive slides',
    'video sendrecv',
  ]);
  await share(bobby, bobbysId);
  expect(await anna.next('screenChanged')).toBeDefined();
  await flows(anna, annasId);
  await flows(bobby, bobbysId);
});

test('D88 D80 a screen goes on after a restart of ICE', async () => {
  const { anna, annasId, bobby, bobbysId } = await talk(all, { keepsCalls: () => true });
  await share(anna, annasId);
  await bobby.next('screenChanged');
  for (const [phone, callId] of [
    [anna, annasId],
    [bobby, bobbysId],
  ] as const) {
    phone.signalling.resume(callId);
    await phone.next('callResumed');
  }
  await showsBlue(bobby, bobbysId);
  await flows(bobby, bobbysId);
  expect(bobby.events.filter(({ type }) => type === 'screenChanged')).toHaveLength(1);
});

test('D88 a user shares, stops and shares again ten times without waiting: the last wish holds', async () => {
  const { anna, annasId, bobby, bobbysId } = await talk();
  for (let again = 0; again < 10; again++) {
    capture(anna, annasId);
    anna.signalling.offerScreen(annasId, true);
    if (again % 3 === 0) await anna.next('screenAnswered');
    uncapture(anna, annasId);
    anna.signalling.offerScreen(annasId, false);
  }
  capture(anna, annasId);
  anna.signalling.offerScreen(annasId, true);
  await vi.waitUntil(() => anna.events.filter(({ type }) => type === 'screenAnswered').length === 21, {
    timeout: 20_000,
  });
  await showsBlue(bobby, bobbysId);
  expect(sectionsIn(invites().at(-1))).toHaveLength(4);
  await flows(bobby, bobbysId);
  await flows(anna, annasId);
});

test('D88 D84 a screen that is offered while the call is held is not taken; the call is resumed with its video', async () => {
  const { anna, annasId, bobby, bobbysId } = await talk();
  bobby.signalling.offerHold(bobbysId, true);
  await bobby.next('holdAnswered');
  await anna.next('holdChanged');
  expect(await share(anna, annasId)).toBe(200);
  expect(sectionsIn(answers().at(-1)).at(-1)).toBe('video inactive slides');
  uncapture(anna, annasId);
  expect(await offer(anna, annasId, false)).toBe(200);
  bobby.signalling.offerHold(bobbysId, false);
  await bobby.next('holdAnswered');
  await flows(anna, annasId);
  await flows(bobby, bobbysId);
  expect([...anna.events, ...bobby.events].some(({ type }) => type === 'screenChanged')).toBe(false);
  expect(anna.events.filter(({ type }) => type === 'holdChanged')).toHaveLength(2);
});
