import {
  createFakeClock,
  createFakeNetwork,
  createTestClient,
  settingsOf,
  type TestClient,
} from '@samtal/test-kit';
import { beforeEach, expect, test } from 'vitest';
import type { MediaKinds } from '../media-kinds.ts';
import type { ClientSettings } from '../state/client-settings.ts';

let clock = createFakeClock();
let network = createFakeNetwork(clock);
let service: TestClient;

const all: MediaKinds = { audio: true, video: true, text: true };
const off = { audio: false, video: false } as const;
const emergencyMedia = { audio: true, video: true } as const;

function enter(name: string, settings: Partial<ClientSettings> = {}): TestClient {
  const client = createTestClient(network, clock, name.length);
  client.intents.start(settingsOf(name, settings));
  clock.advance(0);
  return client;
}

beforeEach(() => {
  clock = createFakeClock();
  network = createFakeNetwork(clock);
  service = enter('112');
});

test.each([
  ['everything', all],
  ['no camera', { ...all, video: false }],
  ['text alone', { ...off, text: true }],
] as const)(
  'D89 the emergency button calls with %s, whatever the settings of other calls are',
  (_what, media) => {
    const carol = enter('carol', { ...off, emergencyMedia });
    carol.intents.call('112', { emergency: { media, isSilent: false } });
    clock.advance(0);
    expect(carol.signalling.lastInvite).toMatchObject({ target: '112@demo.example', wanted: media });
  },
);

test('D89 what the organisation does not have is not opened', () => {
  const carol = enter('carol', { emergencyMedia: { audio: true, video: false } });
  carol.intents.call('112', { emergency: { media: all, isSilent: false } });
  clock.advance(0);
  expect(carol.signalling.lastInvite?.wanted).toEqual({ ...all, video: false });
});

test('D89 without the flag an emergency call is made of what is set', () => {
  const carol = enter('carol', { audio: true, video: false });
  carol.intents.call('112', { emergency: { media: all, isSilent: false } });
  clock.advance(0);
  expect(carol.signalling.lastInvite?.wanted).toEqual({ ...all, video: false });
});

test('D89 D31 a call by the button goes on by text where the devices are refused', () => {
  const carol = enter('carol', { emergencyMedia });
  carol.localMedia.failure = 'denied';
  carol.emit({ type: 'permissionChanged', isDenied: true });
  carol.intents.call('112', { emergency: { media: all, isSilent: false } });
  clock.advance(0);
  expect(carol.signalling.lastInvite?.wanted).toEqual({ ...off, text: true });
  expect(carol.notices.map(({ id }) => id)).toEqual(['permissionError']);
});

test('D89 D31 a call whose question about camera and microphone is not answered goes on by text after ten seconds', () => {
  const carol = enter('carol', { emergencyMedia });
  carol.localMedia.failure = 'silent';
  const idle = clock.pending();
  carol.intents.call('112', { emergency: { media: all, isSilent: false } });
  clock.advance(9999);
  expect(carol.signalling.lastInvite).toBeUndefined();
  clock.advance(1);
  expect(carol.signalling.lastInvite?.wanted).toEqual({ ...off, text: true });
  expect(carol.notices.map(({ code }) => code)).toEqual(['devicesUnanswered']);
  service.intents.answer();
  clock.advance(0);
  expect(carol.status()).toBe('ACCEPTED');
  // The user allows the devices now: they are closed again, and can be added to the call.
  const { call } = carol.getState();
  const callId = 'call' in call ? call.call.callId : expect.fail();
  carol.emit({ type: 'mediaAcquired', callId, audio: true, video: true });
  expect(carol.localMedia.openNow(callId)).toBe('');
  carol.intents.hangUp();
  clock.advance(5000);
  expect(clock.pending()).toBe(idle);
});

test.each(['before', 'after'] as const)(
  'D89 D31 devices that are refused %s the answer to a call that has gone on by text change nothing: there is one INVITE',
  (when) => {
    const carol = enter('carol', { emergencyMedia });
    carol.localMedia.failure = 'silent';
    carol.intents.call('112', { emergency: { media: all, isSilent: false } });
    clock.advance(10_000);
    const { call } = carol.getState();
    const callId = 'call' in call ? call.call.callId : expect.fail();
    if (when === 'after') service.intents.answer();
    clock.advance(0);
    const before = carol.getState().call;
    carol.emit({ type: 'mediaFailed', callId, failure: 'denied' });
    clock.advance(0);
    expect(carol.getState().call).toEqual(before);
    expect(carol.signalling.asked.filter((each) => each.startsWith('invite'))).toHaveLength(1);
  },
);

test.each([
  ['bobby', { emergencyMedia }],
  ['112', {}],
])('D89 A-076 a call to %s with %j waits for the answer to the question', (number, settings) => {
  const carol = enter('carol', settings);
  enter('bobby');
  carol.localMedia.failure = 'silent';
  carol.intents.call(number);
  clock.advance(60_000);
  expect(carol.getState().call).toMatchObject({ phase: 'calling', progress: 'acquiringMedia' });
});

test('D89 a silent call is mute before it is answered, plays nothing, does not flash, and can be unmuted', () => {
  const carol = enter('carol', { emergencyMedia });
  carol.intents.call('112', { emergency: { media: all, isSilent: true } });
  expect(carol.status()).toBe('CALLING');
  expect(carol.localMedia.sending).toEqual(['audio off']);
  clock.advance(0);
  service.intents.answer();
  clock.advance(0);
  expect(carol.status()).toBe('ACCEPTED');
  expect(carol.getState().panels).toMatchObject({
    isMicrophoneOn: false,
    isCameraOn: true,
    isSoundOn: false,
    isKnocking: false,
  });
  carol.intents.toggleMicrophone();
  expect(carol.getState().panels.isMicrophoneOn).toBe(true);
});

test('D89 calling again after a silent call is silent again', () => {
  const carol = enter('carol', { emergencyMedia });
  const emergency = { media: { ...off, text: true }, isSilent: true };
  carol.intents.call('112', { emergency });
  clock.advance(1000);
  service.intents.decline();
  clock.advance(0);
  carol.intents.callAgain();
  expect(carol.getState().call).toMatchObject({ phase: 'calling', call: { emergency } });
  expect(carol.signalling.lastInvite?.wanted).toEqual({ ...off, text: true });
});

test.each([
  ['112', 'INCOMING_CALL', 'ACCEPTED'],
  ['bobby', undefined, undefined],
] as const)('D89 a voice call of %s to a user whose sound is off ends in %s', (caller, ringing, answered) => {
  const carol = enter('carol', { ...off, emergencyMedia });
  const voice = caller === '112' ? service : enter(caller);
  voice.intents.applySettings(settingsOf(caller, { audio: true, video: false, text: false }));
  voice.intents.call('carol');
  clock.advance(0);
  expect(carol.status()).toBe(ringing);
  carol.intents.answer();
  clock.advance(0);
  expect(carol.status()).toBe(answered);
});

test('D89 the emergency service is answered as set where that is something', () => {
  const carol = enter('carol', { audio: false, video: false, emergencyMedia });
  service.intents.call('carol');
  clock.advance(0);
  carol.intents.answer();
  clock.advance(0);
  expect(carol.localMedia.acquired).toEqual([]);
  expect(carol.status()).toBe('ACCEPTED');
});

test.each([
  ['112', undefined],
  ['1-1-2', undefined],
  ['sip:112@other.example', undefined],
  ['112', { ...off, text: true }],
])('D89 a call to %s is given to the question in place of being made', (target, media) => {
  const carol = enter('carol', { emergencyMedia });
  const asked: unknown[] = [];
  const stop = carol.askBeforeEmergency((...call) => asked.push(call));
  carol.intents.call(target, media && { media });
  clock.advance(0);
  expect(carol.getState().call.phase).toBe('idle');
  expect(asked).toEqual([[target.includes('other') ? '112@other.example' : '112@demo.example', media]]);
  stop();
  carol.intents.call(target);
  clock.advance(0);
  expect(asked).toHaveLength(1);
  expect(carol.getState().call.phase).not.toBe('idle');
});

test('D89 the emergency button, other numbers and “Call again” need no question', () => {
  const carol = enter('carol', { emergencyMedia });
  carol.askBeforeEmergency(() => expect.fail('asked'));
  const rejects = (): void => {
    clock.advance(100);
    service.intents.decline();
    clock.advance(100);
  };
  carol.intents.call('112', { emergency: { media: all, isSilent: true } });
  rejects();
  expect(carol.getState().call.phase).toBe('ended');
  carol.intents.callAgain();
  clock.advance(100);
  expect(carol.getState().call).toMatchObject({ call: { emergency: { isSilent: true } } });
  rejects();
  carol.intents.dismiss();
  clock.advance(100);
  carol.intents.call('bobby');
  clock.advance(0);
  expect(carol.getState().call.phase).not.toBe('idle');
});
