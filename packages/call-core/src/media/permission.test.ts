import { createFakeClock, createFakeNetwork, createTestClient, settingsOf } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { callBlockedBy } from '../client/call-blocked-by.ts';

function enter(changes = {}, failure?: 'denied') {
  const clock = createFakeClock();
  const client = createTestClient(createFakeNetwork(clock), clock);
  client.localMedia.failure = failure;
  client.intents.start(settingsOf('alice', changes));
  clock.advance(0);
  return { clock, client };
}

test.each([
  [true, true, ['audio+video']],
  [true, false, ['audio']],
  [false, true, ['video']],
  [false, false, []],
])(
  'MEDIA-03 MEDIA-06 A-075 with audio %s and video %s permission is sought for %j',
  (audio, video, primed) => {
    expect(enter({ audio, video }).client.localMedia.primed).toEqual(primed);
  },
);

test('DIAL-12 MEDIA-07 MEDIA-11 denied, one is told and cannot call; allowed again, one can', () => {
  const { client } = enter({}, 'denied');
  const told = [{ id: 'permissionError', code: 'mediaDenied' }];
  expect([callBlockedBy(client.getState()), client.notices]).toEqual(['mediaDenied', told]);
  client.intents.call('bobby');
  expect([client.signalling.lastInvite, client.notices]).toEqual([undefined, told]);
  client.emit({ type: 'permissionChanged', isDenied: false });
  expect([callBlockedBy(client.getState()), client.notices]).toEqual([undefined, []]);
});

test('MEDIA-10 who switches off what is denied, as the alert says, is told no more and can call at once', () => {
  const { client } = enter({}, 'denied');
  client.intents.start(settingsOf('alice', { audio: false, video: false }));
  expect([callBlockedBy(client.getState()), client.notices]).toEqual([undefined, []]);
  client.localMedia.failure = undefined;
  client.intents.start(settingsOf('alice', { audio: true, video: false }));
  expect(client.localMedia.primed).toEqual(['audio+video', 'audio']);
  expect([callBlockedBy(client.getState()), client.notices]).toEqual([undefined, []]);
});

test('A-076 permission counts only for media that are on', () => {
  const { clock, client } = enter({ audio: false, video: false });
  client.emit({ type: 'permissionChanged', isDenied: true });
  expect([callBlockedBy(client.getState()), client.notices]).toEqual([undefined, []]);
  client.intents.call('bobby');
  clock.advance(0);
  expect(client.signalling.lastInvite?.wanted).toEqual({ audio: false, video: false, text: true });
});

test.each(['denied', 'inUse', 'notFound', 'other'] as const)(
  'DIAL-12 help is called for by text when camera and microphone are not to be had: %s',
  (failure) => {
    const { clock, client } = enter();
    client.localMedia.failure = failure;
    client.emit({ type: 'permissionChanged', isDenied: failure === 'denied' });
    expect(callBlockedBy(client.getState(), '1-1-2')).toBeUndefined();
    client.intents.call('1-1-2');
    clock.advance(0);
    expect(client.signalling.lastInvite).toMatchObject({
      target: '112@demo.example',
      wanted: { audio: false, video: false, text: true },
    });
    expect(client.notices.map(({ id }) => id)).toEqual(['permissionError']);
    client.intents.cancel();
    clock.advance(0);
    client.intents.dismiss();
    client.intents.call('bobby');
    clock.advance(0);
    expect(client.signalling.lastInvite?.target).toBe('112@demo.example');
  },
);

test('DIAL-12 without text nothing of a call for help would be left, and it is kept back as any other', () => {
  const { client } = enter({ text: false }, 'denied');
  expect(callBlockedBy(client.getState(), '112')).toBe('mediaDenied');
  client.intents.call('112');
  expect(client.signalling.lastInvite).toBeUndefined();
});

test.each([
  ['inUse', 'mediaInUse'],
  ['notFound', 'deviceNotFound'],
  ['denied', 'mediaDenied'],
  ['other', 'mediaInUse'],
] as const)(
  'MEDIA-01 MEDIA-08 MEDIA-09 MEDIA-10 MEDIA-11 STATE-24 %s is told as %s and ends the call',
  (failure, code) => {
    const { client } = enter();
    client.localMedia.failure = failure;
    client.intents.call('bobby');
    expect(client.notices).toEqual([{ id: 'permissionError', code }]);
    expect(client.getState().media).toMatchObject({ acquiringFor: undefined, failure });
    expect(client.statuses).toEqual(['CALLING', 'COMPLETED']);
  },
);

test.each([
  ['inUse', 'mediaInUse'],
  ['notFound', 'deviceNotFound'],
  ['other', 'mediaInUse'],
] as const)(
  'MEDIA-04 MEDIA-08 MEDIA-09 MEDIA-11 a camera that is %s does not stop the call, and is told as %s until one opens',
  (failure, code) => {
    const { clock, client } = enter();
    client.localMedia.failure = 'silent';
    client.intents.call('bobby');
    const { call } = client.getState();
    const callId = call.phase === 'calling' ? call.call.callId : expect.fail();
    client.emit({ type: 'mediaAcquired', callId, audio: true, video: false, failure });
    expect([client.status(), client.signalling.lastInvite?.callId]).toEqual(['CALLING', callId]);
    expect(client.notices).toEqual([{ id: 'permissionError', code }]);
    expect(client.getState().media).toMatchObject({ working: { audio: true, video: false }, failure });
    client.intents.cancel();
    clock.advance(5000);
    client.localMedia.failure = undefined;
    client.intents.call('bobby');
    expect(client.notices).toEqual([]);
    expect(client.getState().media).toMatchObject({ working: { audio: true, video: true } });
  },
);

test('MEDIA-02 CALLSCR-11 the prompt after the login is explained after one second, until it is answered', () => {
  const clock = createFakeClock();
  const client = createTestClient(createFakeNetwork(clock), clock);
  client.localMedia.failure = 'silent';
  client.intents.start(settingsOf('alice'));
  clock.advance(999);
  expect(client.getState().media.isPermissionOverlayVisible).toBe(false);
  clock.advance(1);
  expect(client.getState().media.isPermissionOverlayVisible).toBe(true);
  client.emit({ type: 'permissionChanged', isDenied: false });
  expect(client.getState().media.isPermissionOverlayVisible).toBe(false);
});

test('MEDIA-02 a browser that has permission already and so tells nothing is not taken for one that asks', () => {
  const clock = createFakeClock();
  const client = createTestClient(createFakeNetwork(clock), clock);
  client.localMedia.failure = 'silent';
  client.intents.start(settingsOf('alice'));
  client.localMedia.failure = undefined;
  clock.advance(5000);
  expect(client.getState().media.isPermissionOverlayVisible).toBe(false);
});
