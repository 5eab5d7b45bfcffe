import { createFakeClock, createFakeNetwork, createTestClient, settingsOf } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import type { MediaKinds } from '../media-kinds.ts';
import { hasAnyMedia } from '../media-kinds.ts';
import { incomingText } from '../views/conversation.ts';

const mixes: readonly MediaKinds[] = Array.from({ length: 8 }, (_, bits) => ({
  audio: (bits & 4) !== 0,
  video: (bits & 2) !== 0,
  text: (bits & 1) !== 0,
}));
const nameOf = (kinds: MediaKinds): string =>
  (['audio', 'video', 'text'] as const).filter((kind) => kinds[kind]).join('+') || 'nothing';
const table = mixes.flatMap((own) =>
  mixes.map((theirs) => ({
    own,
    theirs,
    ownName: nameOf(own),
    theirName: nameOf(theirs),
    common: {
      audio: own.audio && theirs.audio,
      video: own.video && theirs.video,
      text: own.text && theirs.text,
    },
  })),
);

test.each(table)(
  'RTT-16 A-044 A-077 MEDIA-06 $ownName calls $theirName: the media that both allow are used',
  ({ own, theirs, common }) => {
    const clock = createFakeClock();
    const network = createFakeNetwork(clock);
    const enter = (name: string, kinds: MediaKinds) => {
      const client = createTestClient(network, clock, name.length);
      client.intents.start(settingsOf(name, kinds));
      clock.advance(0);
      return client;
    };
    const [alice, bobby] = [enter('alice', own), enter('bobby', theirs)];
    alice.intents.call('bobby');
    clock.advance(0);
    if (!hasAnyMedia(own)) {
      expect([alice.notices, alice.signalling.lastInvite]).toEqual([
        [{ id: 'noMedia', code: 'noMedia' }],
        undefined,
      ]);
      return;
    }
    if (!hasAnyMedia(common)) {
      expect(bobby.signalling.asked).toContain('reject 488');
      expect([bobby.statuses, alice.status()]).toEqual([[], 'FAILED']);
      expect([alice.localMedia.live.size, bobby.localMedia.acquired]).toEqual([0, []]);
      return;
    }
    bobby.intents.answer();
    clock.advance(0);
    for (const client of [alice, bobby])
      expect(client.getState().call).toMatchObject({ phase: 'accepted', media: common });
    const devices = ({ audio, video }: MediaKinds): string[] =>
      audio || video ? [nameOf({ audio, video, text: false })] : [];
    expect(alice.localMedia.acquired).toEqual(devices(own));
    expect(bobby.localMedia.acquired).toEqual(devices(common));
    alice.intents.editText('hi');
    clock.advance(0);
    expect(incomingText(bobby.getState().text)).toBe(common.text ? 'hi' : '');
    for (const client of [alice, bobby]) {
      client.intents.toggleMicrophone();
      client.intents.toggleCamera();
      expect(client.localMedia.sending).toEqual([
        ...(common.audio ? ['audio off'] : []),
        ...(common.video ? ['video off'] : []),
      ]);
    }
  },
);

test('MEDIA-05 SIP-02 SIP-03 an INVITE carries target, media, limits and Call-Info', () => {
  const clock = createFakeClock();
  const alice = createTestClient(createFakeNetwork(clock), clock);
  const bandwidth = { audioKbps: 64, videoKbps: 448 };
  const callInfo = '<sip:192.0.2.7>;purpose=x-local-ip';
  alice.intents.start(settingsOf('alice', { bandwidth, callInfo, video: false }));
  clock.advance(0);
  alice.intents.call('bobby');
  expect(alice.signalling.lastInvite).toEqual({
    callId: expect.any(String),
    target: 'bobby@demo.example',
    wanted: { audio: true, video: false, text: true },
    bandwidth,
    callInfo,
  });
});
