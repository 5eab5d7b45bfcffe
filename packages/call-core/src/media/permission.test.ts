import { incomingText } from '@samtal/call-core';
import {
  createFakeClock,
  createFakeNetwork,
  createTestClient,
  settingsOf,
  type TestClient,
} from '@samtal/test-kit';
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
  'MEDIA-03 MEDIA-06 A-075 with audio %s and video %s permission is requested for %j',
  (audio, video, primed) => {
    expect(enter({ audio, video }).client.localMedia.primed).toEqual(primed);
  },
);

test('DIAL-12 MEDIA-07 MEDIA-11 a denied permission is shown and blocks calls, and an allowed one permits calls again', () => {
  const { client } = enter({}, 'denied');
  const told = [{ id: 'permissionError', code: 'mediaDenied' }];
  expect([callBlockedBy(client.getState()), client.notices]).toEqual(['mediaDenied', told]);
  client.intents.call('bobby');
  expect([client.signalling.lastInvite, client.notices]).toEqual([undefined, told]);
  client.emit({ type: 'permissionChanged', isDenied: false });
  expect([callBlockedBy(client.getState()), client.notices]).toEqual([undefined, []]);
});

test('MEDIA-10 switching off the denied media, as the alert advises, clears the alert and permits calls', () => {
  const { client } = enter({}, 'denied');
  client.intents.applySettings(settingsOf('alice', { audio: false, video: false }));
  expect([callBlockedBy(client.getState()), client.notices]).toEqual([undefined, []]);
  client.localMedia.failure = undefined;
  client.intents.applySettings(settingsOf('alice', { audio: true, video: false }));
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
  'DIAL-12 an emergency call is made by text when camera and microphone are not available: %s',
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
    // Any other call goes on without devices too, but not without permission (decision D32).
    expect(client.signalling.lastInvite?.target).toBe(
      failure === 'denied' ? '112@demo.example' : 'bobby@demo.example',
    );
  },
);

test('DIAL-12 without text an emergency call would have no medium, and is blocked like any other', () => {
  const { client } = enter({ text: false }, 'denied');
  expect(callBlockedBy(client.getState(), '112')).toBe('mediaDenied');
  client.intents.call('112');
  expect(client.signalling.lastInvite).toBeUndefined();
});

const missing = [
  ['inUse', 'mediaInUse'],
  ['notFound', 'deviceNotFound'],
  ['other', 'mediaInUse'],
] as const;

/** Alice, whose devices fail with `failure`, calls bobby, or is called by him. */
function callWithout(failure: 'inUse' | 'notFound' | 'denied' | 'other', isCaller: boolean) {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock);
  const [alice, bobby] = ['alice', 'bobby'].map((name) => {
    const client = createTestClient(network, clock, name.length);
    client.intents.start(settingsOf(name));
    return client;
  }) as [TestClient, TestClient];
  clock.advance(0);
  alice.localMedia.failure = failure;
  const [caller, callee] = isCaller ? [alice, bobby] : [bobby, alice];
  caller.intents.call(isCaller ? 'bobby' : 'alice');
  clock.advance(0);
  callee.intents.answer();
  clock.advance(0);
  return { clock, alice, bobby };
}

test.each(
  missing.flatMap(([failure, code]) => [true, false].map((isCaller) => ({ failure, code, isCaller }))),
)(
  'D32 MEDIA-08 MEDIA-09 MEDIA-11 STATE-24 devices that are $failure are shown as $code beside the call, which goes on (caller: $isCaller)',
  ({ failure, code, isCaller }) => {
    const { clock, alice, bobby } = callWithout(failure, isCaller);
    expect([alice.status(), bobby.status()]).toEqual(['ACCEPTED', 'ACCEPTED']);
    expect(alice.notices).toEqual([{ id: 'permissionError', code }]);
    expect(alice.getState().media.working).toEqual({ audio: false, video: false });
    alice.intents.editText('hej');
    clock.advance(0);
    expect(incomingText(bobby.getState().text)).toBe('hej');
  },
);

test.each([true, false])(
  'D32 MEDIA-10 a refused permission keeps the call waiting until the user goes on with text (caller: %s)',
  (isCaller) => {
    const { clock, alice, bobby } = callWithout('denied', isCaller);
    expect([alice.status(), bobby.status()]).toEqual(
      isCaller ? ['CALLING', undefined] : ['ESTABLISHING', 'CALLING'],
    );
    expect(alice.getState().call).toMatchObject({ progress: 'denied' });
    expect(alice.notices).toEqual([{ id: 'permissionError', code: 'mediaDenied' }]);
    alice.intents.goOnWithText();
    clock.advance(0);
    if (isCaller) bobby.intents.answer();
    clock.advance(0);
    for (const client of [alice, bobby])
      expect(client.getState().call).toMatchObject({
        phase: 'accepted',
        media: { audio: false, video: false, text: true },
      });
  },
);

test.each([true, false])(
  'D32 a call that waits after a refused permission can be ended (caller: %s)',
  (isCaller) => {
    const { clock, alice, bobby } = callWithout('denied', isCaller);
    alice.intents.hangUp();
    clock.advance(5000);
    expect(alice.status()).toBe('COMPLETED');
    expect(bobby.status()).toBe(isCaller ? undefined : 'REJECTED_REMOTE');
  },
);

test.each([...missing, ['denied', 'mediaDenied'] as const])(
  'MEDIA-01 MEDIA-08 MEDIA-09 MEDIA-10 MEDIA-11 STATE-24 without text %s is shown as %s and ends the call',
  (failure, code) => {
    const { client } = enter({ text: false });
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
  'MEDIA-04 MEDIA-08 MEDIA-09 MEDIA-11 a camera that is %s does not stop the call, and is shown as %s until a camera opens',
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

test('MEDIA-02 CALLSCR-11 the prompt after login is explained after one second, until it is answered', () => {
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

test('MEDIA-02 a browser that already has permission, and so reports nothing, is not taken for one that prompts', () => {
  const clock = createFakeClock();
  const client = createTestClient(createFakeNetwork(clock), clock);
  client.localMedia.failure = 'silent';
  client.intents.start(settingsOf('alice'));
  client.localMedia.failure = undefined;
  clock.advance(5000);
  expect(client.getState().media.isPermissionOverlayVisible).toBe(false);
});
