import { arrivedText, doubtsInWords } from '@samtal/realtime-text';
import type { TestClient } from '@samtal/test-kit';
import { createFakeClock, createFakeNetwork, createTestClient, settingsOf } from '@samtal/test-kit';
import { beforeEach, expect, test } from 'vitest';
import { connectionNameOf } from '../views/connection-name.ts';
import { incomingText } from '../views/conversation.ts';
import { callBlockedBy } from './call-blocked-by.ts';

let clock = createFakeClock();
let network = createFakeNetwork(clock);
let alice: TestClient;
let bobby: TestClient;

function enter(name: string, changes = {}): TestClient {
  const client = createTestClient(network, clock, name.length);
  client.intents.start(settingsOf(name, changes));
  clock.advance(0);
  return client;
}

beforeEach(() => {
  clock = createFakeClock();
  network = createFakeNetwork(clock);
  [alice, bobby] = [enter('alice'), enter('bobby')];
});

function call(): void {
  alice.intents.call('bobby');
  clock.advance(0);
  bobby.intents.answer();
  clock.advance(0);
}
const incoming = (client: TestClient): string => incomingText(client.getState().text);

test('REG-01 after login the connection is opened and registered for 600 s', () => {
  expect(alice.signalling.asked).toEqual(['openConnection', 'register 600']);
  expect(connectionNameOf(alice.getState())).toBe('online');
  expect(callBlockedBy(alice.getState())).toBeUndefined();
});

test('STATE-04 STATE-08 STATE-09 STATE-10 STATE-13 STATE-14 a call passes through every status from dialling to its end', () => {
  alice.intents.call('bobby');
  expect(alice.status()).toBe('CALLING');
  clock.advance(0);
  expect(bobby.status()).toBe('INCOMING_CALL');
  bobby.intents.answer();
  expect(bobby.status()).toBe('ESTABLISHING');
  clock.advance(0);
  expect([alice.status(), bobby.status()]).toEqual(['ACCEPTED', 'ACCEPTED']);
  expect([alice.localMedia.live.size, bobby.localMedia.live.size]).toEqual([1, 1]);
  alice.intents.hangUp();
  clock.advance(0);
  expect(alice.statuses).toEqual(['CALLING', 'ACCEPTED', 'TERMINATED_LOCAL']);
  clock.advance(1500);
  expect(alice.statuses).toEqual(['CALLING', 'ACCEPTED', 'TERMINATED_LOCAL', 'COMPLETED']);
  expect(bobby.statuses).toEqual(['INCOMING_CALL', 'ESTABLISHING', 'ACCEPTED', 'TERMINATED_REMOTE']);
  bobby.intents.dismiss();
  expect(bobby.status()).toBe('COMPLETED');
  expect([alice.localMedia.live.size, bobby.localMedia.live.size]).toEqual([0, 0]);
});

test('RTT-07 RTT-12 RTT-13 text and erasures go both ways as they are typed', () => {
  call();
  for (const value of ['H', 'He', 'Hej', 'Hej 👨‍👩‍👧‍👦', 'Hej ', 'Hej å', 'Hej å\n', 'Hej å\nمرحبا']) {
    alice.intents.editText(value);
    clock.advance(100);
  }
  clock.advance(500);
  expect(incoming(bobby)).toBe('Hej å\nمرحبا');
  bobby.intents.editText('svar');
  clock.advance(500);
  expect(incoming(alice)).toBe('svar');
});

test('RTT-08 RTT-10 an edit that is too long, or erases too much, is undone and reported', () => {
  call();
  alice.intents.editText('x'.repeat(1001));
  expect(alice.getState().text.outbox.target).toBe('');
  expect(alice.notices).toEqual([{ id: 'refusedEdit', code: 'tooManyCharacters' }]);
  alice.intents.editText('x'.repeat(1000));
  expect(alice.notices).toEqual([]);
  alice.intents.editText('x'.repeat(900));
  expect(alice.getState().text.outbox.target).toHaveLength(1000);
  expect(alice.notices).toEqual([{ id: 'refusedEdit', code: 'tooManyDeleted' }]);
  alice.intents.editText('x'.repeat(999));
  expect(alice.notices).toEqual([]);
  alice.intents.editText('x'.repeat(1000));
  clock.advance(2000);
  expect(incoming(bobby)).toHaveLength(1000);
});

test('RTT-15 each call begins with empty text', () => {
  call();
  alice.intents.editText('first');
  clock.advance(500);
  alice.intents.hangUp();
  clock.advance(0);
  call();
  expect([incoming(bobby), alice.getState().text.outbox.target]).toEqual(['', '']);
});

test('D10 the text typed last before the end of a call is sent without waiting for the pace', () => {
  call();
  for (const value of ['G', 'Go', 'Goo', 'Good', 'Goodb', 'Goodby', 'Goodbye']) alice.intents.editText(value);
  alice.intents.hangUp();
  clock.advance(0);
  expect(bobby.status()).toBe('TERMINATED_REMOTE');
  expect(incoming(bobby)).toBe('Goodbye');
});

test('D10 D41 text typed when the remote user hung up is in doubt, and stays until the next call', () => {
  call();
  alice.intents.editText('hello ');
  alice.intents.editText('hello I am at 12 Main St');
  bobby.intents.hangUp();
  clock.advance(0);
  const { outbox } = alice.getState().text;
  expect([alice.status(), outbox.target]).toEqual(['TERMINATED_REMOTE', 'hello I am at 12 Main St']);
  expect(doubtsInWords(outbox).map(({ text }) => text)).toEqual(['I am at 12 Main St']);
  expect(arrivedText(outbox)).toBe('hello ');
});

test('RTT-15 the screen of a call that was not answered does not show the text of the call before', () => {
  call();
  bobby.intents.editText('07 12 34');
  clock.advance(0);
  bobby.intents.hangUp();
  clock.advance(0);
  expect(incoming(alice)).toBe('07 12 34');
  alice.intents.call('nobody');
  clock.advance(0);
  expect([alice.status(), incoming(alice)]).toEqual(['UNKNOWN_NUMBER', '']);
});

test('RTT-08 the notice about a refused edit ends with its call', () => {
  call();
  alice.intents.editText('x'.repeat(1001));
  expect(alice.notices).toHaveLength(1);
  bobby.intents.hangUp();
  clock.advance(0);
  expect(alice.notices).toEqual([]);
});

test('INCALL-13 INCALL-19 text that arrives behind a closed panel is unread until the panel is opened', () => {
  bobby.emit({ type: 'screenResized', isSmall: true });
  call();
  expect(bobby.getState().panels.isTextVisible).toBe(false);
  alice.intents.editText('hi');
  clock.advance(0);
  expect(bobby.getState().text.isUnread).toBe(true);
  bobby.intents.togglePanel('text');
  expect(bobby.getState().text.isUnread).toBe(false);
});

test('A-103 a call without video opens the text, on a small screen too', () => {
  const carol = enter('carol', { video: false });
  bobby.emit({ type: 'screenResized', isSmall: true });
  carol.intents.call('bobby');
  clock.advance(0);
  bobby.intents.answer();
  clock.advance(0);
  expect(bobby.getState().panels.isTextVisible).toBe(true);
});

test('INCALL-18 RTT-11 A-050 a knock flashes for five seconds, at the start of a call and when received', () => {
  call();
  expect(bobby.getState().panels.isKnocking).toBe(true);
  clock.advance(5000);
  expect(bobby.getState().panels.isKnocking).toBe(false);
  alice.intents.knock();
  clock.advance(0);
  expect([bobby.getState().panels.isKnocking, incoming(bobby)]).toEqual([true, '']);
});

test('RTT-11 knocks of the remote user are counted, those during one flash as one, and the start of a call is none', () => {
  call();
  const knocks = () => bobby.getState().panels.knocks;
  expect(knocks()).toBe(0);
  alice.intents.knock();
  clock.advance(1000);
  expect(knocks()).toBe(1);
  alice.intents.knock();
  clock.advance(1000);
  expect(knocks()).toBe(1);
  clock.advance(5000);
  alice.intents.knock();
  clock.advance(1000);
  expect([knocks(), alice.getState().panels.knocks]).toEqual([2, 0]);
});

test('STATE-12 STATE-15 declining sends 403 and informs the caller, and a second call works', () => {
  alice.intents.call('bobby');
  clock.advance(0);
  bobby.intents.decline();
  clock.advance(0);
  expect(bobby.signalling.asked).toContain('reject 403');
  clock.advance(1499);
  expect(bobby.statuses).toEqual(['INCOMING_CALL', 'REJECTED_LOCAL']);
  clock.advance(1);
  expect(bobby.statuses).toEqual(['INCOMING_CALL', 'REJECTED_LOCAL', 'COMPLETED']);
  expect(alice.status()).toBe('REJECTED_REMOTE');
  alice.intents.callAgain();
  clock.advance(0);
  bobby.intents.answer();
  clock.advance(0);
  expect(alice.status()).toBe('ACCEPTED');
});

test('STATE-11 STATE-16 cancelling stops the ringing at the callee', () => {
  alice.intents.call('bobby');
  clock.advance(0);
  alice.intents.cancel();
  clock.advance(0);
  clock.advance(1500);
  expect(alice.statuses).toEqual(['CALLING', 'CANCELED_LOCAL', 'COMPLETED']);
  expect(bobby.status()).toBe('CANCELED_REMOTE');
});

test('STATE-19 A-065 D36 a call is missed when the caller gives up while the callee is asked for devices', () => {
  bobby.localMedia.failure = 'silent';
  alice.intents.call('bobby');
  clock.advance(0);
  bobby.intents.answer();
  alice.intents.cancel();
  clock.advance(0);
  expect(bobby.statuses).toEqual(['INCOMING_CALL', 'ESTABLISHING', 'FAILED']);
  expect(bobby.getState().call).toMatchObject({
    isMissed: true,
    call: { remoteUser: { address: 'alice@demo.example' } },
  });
  expect(bobby.localMedia.live.size).toBe(0);
});

test('STATE-06 a second call is refused with 486 and the first goes on', () => {
  call();
  const carol = enter('carol');
  carol.intents.call('bobby');
  clock.advance(0);
  expect(bobby.signalling.asked).toContain('reject 486');
  expect([carol.status(), bobby.status()]).toEqual(['REJECTED_REMOTE', 'ACCEPTED']);
});

test('STATE-05 A-060 an INVITE replaces the screen of an ended call', () => {
  call();
  alice.intents.hangUp();
  clock.advance(0);
  alice.intents.call('bobby');
  clock.advance(0);
  expect(bobby.status()).toBe('INCOMING_CALL');
});

test('STATE-21 A-056 an unknown callee and an offline callee have different statuses', () => {
  alice.intents.call('nobody');
  clock.advance(0);
  expect(alice.status()).toBe('UNKNOWN_NUMBER');
  bobby.emit({ type: 'browserOffline' });
  alice.intents.call('bobby');
  clock.advance(0);
  expect(alice.getState().call).toMatchObject({
    phase: 'ended',
    outcome: 'rejectedRemote',
    refusal: 'notReachable',
  });
});

test('STATE-24 MEDIA-10 D32 without permission an outgoing call waits, and can be cancelled before it begins', () => {
  alice.localMedia.failure = 'denied';
  alice.intents.call('bobby');
  clock.advance(0);
  expect([alice.status(), bobby.status()]).toEqual(['CALLING', undefined]);
  alice.intents.cancel();
  clock.advance(2000);
  expect([alice.status(), bobby.status()]).toEqual(['COMPLETED', undefined]);
  expect(alice.notices).toEqual([{ id: 'permissionError', code: 'mediaDenied' }]);
  alice.localMedia.failure = undefined;
  alice.intents.call('bobby');
  expect(alice.notices).toEqual([]);
});

test('A-080 without camera, microphone and text an incoming call is refused with 480', () => {
  for (const client of [alice, bobby])
    client.intents.applySettings(settingsOf(client === alice ? 'alice' : 'bobby', { text: false }));
  bobby.localMedia.failure = 'inUse';
  call();
  expect(bobby.signalling.asked).toContain('reject 480');
  expect(bobby.notices).toEqual([{ id: 'permissionError', code: 'mediaInUse' }]);
  expect([alice.status(), bobby.status()]).toEqual(['REJECTED_REMOTE', 'COMPLETED']);
});

test('MEDIA-02 the overlay opens after the prompt has been open for one second, not before', () => {
  alice.localMedia.failure = 'silent';
  alice.intents.call('bobby');
  clock.advance(999);
  expect(alice.getState().media.isPermissionOverlayVisible).toBe(false);
  clock.advance(1);
  expect(alice.getState().media.isPermissionOverlayVisible).toBe(true);
  alice.intents.cancel();
  expect(alice.getState().media.isPermissionOverlayVisible).toBe(false);
});

test('STATE-11 A-062 D37 a call given up while devices are requested passes through CANCELED_LOCAL', () => {
  alice.localMedia.failure = 'silent';
  alice.intents.call('bobby');
  alice.intents.cancel();
  clock.advance(1500);
  expect(alice.statuses).toEqual(['CALLING', 'CANCELED_LOCAL', 'COMPLETED']);
  expect([bobby.statuses, alice.signalling.asked]).toEqual([[], ['openConnection', 'register 600']]);
});

test('STATE-13 D37 dismissing the ending, or a new call, does not wait until the ending has been shown', () => {
  call();
  alice.intents.hangUp();
  clock.advance(0);
  alice.intents.dismiss();
  expect(alice.status()).toBe('COMPLETED');
  call();
  alice.intents.hangUp();
  clock.advance(0);
  expect([alice.status(), callBlockedBy(alice.getState())]).toEqual(['TERMINATED_LOCAL', undefined]);
  bobby.intents.call('alice');
  clock.advance(0);
  expect(alice.status()).toBe('INCOMING_CALL');
  clock.advance(1500);
  expect(alice.status()).toBe('INCOMING_CALL');
});

test('STATE-11 A-062 a server that stays silent cannot hold an ending call for more than 2 s', () => {
  call();
  network = createFakeNetwork(clock, 60_000);
  const carol = createTestClient(network, clock);
  carol.intents.start(settingsOf('carol'));
  clock.advance(180_000);
  carol.intents.call('nobody');
  carol.intents.cancel();
  clock.advance(1999);
  expect(carol.status()).toBe('CANCELED_LOCAL');
  clock.advance(1);
  expect(carol.status()).toBe('COMPLETED');
  expect(carol.signalling.asked).toContain('abandon');
});

test('REG-03 REG-08 REG-14 a lost connection ends the call and is reopened immediately, then every 4 s', () => {
  call();
  network.isDown = true;
  alice.signalling.drop();
  clock.advance(0);
  expect(alice.getState().call).toMatchObject({ phase: 'ended', outcome: 'failed', isCutOff: true });
  expect(alice.status()).toBe('TERMINATED_LOCAL');
  expect([alice.localMedia.live.size, alice.warnings]).toEqual([0, []]);
  expect([connectionNameOf(alice.getState()), callBlockedBy(alice.getState())]).toEqual([
    'reconnecting',
    'offline',
  ]);
  expect(bobby.status()).toBe('TERMINATED_REMOTE');
  const attempts = () => alice.signalling.asked.filter((what) => what === 'openConnection').length;
  expect(attempts()).toBe(2);
  clock.advance(4000);
  expect(attempts()).toBe(3);
  expect(alice.statuses).toEqual(['CALLING', 'ACCEPTED', 'TERMINATED_LOCAL', 'COMPLETED']);
  network.isDown = false;
  clock.advance(4000);
  expect(connectionNameOf(alice.getState())).toBe('online');
});

test('REG-08 REG-09 STATE-38 after ten attempts the client pauses, and tries again after a minute', () => {
  network.isDown = true;
  const carol = enter('carol');
  clock.advance(36_000);
  expect(carol.getState().connection.phase).toBe('failed');
  expect(carol.signalling.asked.filter((what) => what === 'openConnection')).toHaveLength(10);
  network.isDown = false;
  clock.advance(60_000);
  expect(connectionNameOf(carol.getState())).toBe('online');
});

test('REG-07 A-053 a 403 is retried five times, 2.5 s apart, then the connection has failed', () => {
  network.registerStatus = 403;
  const carol = enter('carol');
  const registers = () => carol.signalling.asked.filter((what) => what.startsWith('register')).length;
  expect(registers()).toBe(1);
  clock.advance(2500 * 5);
  expect(registers()).toBe(6);
  expect(connectionNameOf(carol.getState())).toBe('failed');
});

test('REG-07 D40 a registration refused for good during a call lets the call end, then the connection has failed', () => {
  call();
  network.registerStatus = 403;
  alice.emit({ type: 'registrationRefused', status: 403, reason: 'Forbidden' });
  clock.advance(2500 * 6);
  expect([alice.status(), bobby.status()]).toEqual(['ACCEPTED', 'ACCEPTED']);
  expect(alice.signalling.asked.filter((what) => what.startsWith('register'))).toHaveLength(6);
  bobby.intents.hangUp();
  clock.advance(0);
  expect([alice.status(), connectionNameOf(alice.getState())]).toEqual(['TERMINATED_REMOTE', 'failed']);
});

/** The details of the log entries with this name. */
const notedAs = ({ noted }: TestClient, name: string) =>
  noted.flatMap(([message, detail]) => (message === name ? [detail] : []));

test('STATE-33 the log names the registration events: started, success, failed, unregistered', async () => {
  network.registerStatus = 403;
  const carol = enter('carol');
  network.registerStatus = undefined;
  clock.advance(2500);
  const stopped = carol.intents.stop();
  clock.advance(0);
  await stopped;
  expect(notedAs(carol, 'registration').map((detail) => detail?.['event'])).toEqual([
    'started',
    'failed',
    'started',
    'success',
    'unregistered',
  ]);
  alice.signalling.drop();
  expect(notedAs(alice, 'registration').map((detail) => detail?.['event'])).toEqual([
    'started',
    'success',
    'unregistered',
  ]);
});

test('STATE-03 STATE-25 the log names the view and the session with each status of a call', () => {
  call();
  bobby.intents.hangUp();
  clock.advance(1500);
  const briefOf = (client: TestClient) =>
    notedAs(client, 'call').map((detail) => [detail?.['status'], detail?.['view'], detail?.['session']]);
  expect(briefOf(alice)).toEqual([
    ['CALLING', 'OUTGOING', 'initial'],
    ['ACCEPTED', 'INCALL', 'established'],
    ['TERMINATED_REMOTE', 'REJECTEDB', 'terminated'],
  ]);
  expect(briefOf(bobby)).toEqual([
    ['INCOMING_CALL', undefined, 'initial'],
    ['ESTABLISHING', 'OUTGOING', 'establishing'],
    ['ACCEPTED', 'INCALL', 'established'],
    ['TERMINATED_LOCAL', 'HANGUPA', 'terminating'],
    ['COMPLETED', undefined, 'terminated'],
  ]);
});

test('REG-06 A-054 a 503 is temporary and the registration is retried', () => {
  network.registerStatus = 503;
  const carol = enter('carol');
  expect(carol.getState().registration).toMatchObject({ phase: 'unregistered', isTemporary: true });
  expect(connectionNameOf(carol.getState())).toBe('reconnecting');
  network.registerStatus = undefined;
  clock.advance(4000);
  expect(connectionNameOf(carol.getState())).toBe('online');
});

test('REG-04 NAV-14 offline is shown immediately, and coming online reconnects', () => {
  alice.emit({ type: 'browserOffline' });
  expect(connectionNameOf(alice.getState())).toBe('offline');
  alice.intents.call('bobby');
  expect(alice.notices).toEqual([{ id: 'noCallsOffline', code: 'noCallsOffline' }]);
  alice.emit({ type: 'browserOnline' });
  clock.advance(0);
  expect(connectionNameOf(alice.getState())).toBe('online');
});

test('REG-05 A-074 leaving the page hangs up, unregisters and closes, and coming back reconnects', () => {
  call();
  alice.emit({ type: 'pageHidden' });
  expect(alice.signalling.asked.slice(-3)).toEqual(['hangUp', 'unregister', 'closeConnection']);
  expect(alice.status()).toBe('TERMINATED_LOCAL');
  alice.emit({ type: 'pageShown' });
  clock.advance(0);
  expect(connectionNameOf(alice.getState())).toBe('online');
});

test('REG-12 logging out ends the call, unregisters, and only then forgets the user', async () => {
  call();
  const stopped = alice.intents.stop();
  expect(alice.signalling.asked.slice(-2)).toEqual(['hangUp', 'unregister']);
  clock.advance(1500);
  await stopped;
  expect(alice.statuses).toEqual(['CALLING', 'ACCEPTED', 'TERMINATED_LOCAL', 'COMPLETED']);
  expect(alice.signalling.asked.at(-1)).toBe('closeConnection');
  expect(alice.getState()).toMatchObject({
    settings: undefined,
    call: { phase: 'idle' },
    connection: { phase: 'stopped' },
  });
  expect(alice.localMedia.live.size).toBe(0);
});

test('INCALL-09 INCALL-11 INCALL-24 INCALL-26 a negotiated medium can be muted, and a medium that was not negotiated cannot be turned on', () => {
  const carol = enter('carol', { video: false });
  carol.intents.call('bobby');
  clock.advance(0);
  bobby.intents.answer();
  clock.advance(0);
  for (const client of [bobby, carol]) {
    client.intents.toggleMicrophone();
    client.intents.toggleCamera();
    client.intents.togglePanel('video');
  }
  expect(bobby.localMedia.sending).toEqual(['audio off']);
  expect(bobby.getState().panels).toMatchObject({
    isMicrophoneOn: false,
    isCameraOn: true,
    isVideoVisible: true,
  });
});

test('RTT-16 A-043 with audio and video off a call by text requests no device', () => {
  const carol = enter('carol', { audio: false, video: false });
  carol.intents.call('bobby');
  clock.advance(0);
  expect(carol.localMedia.live.size).toBe(0);
  bobby.intents.answer();
  clock.advance(0);
  expect(carol.getState().call).toMatchObject({
    phase: 'accepted',
    media: { audio: false, video: false, text: true },
  });
  expect(bobby.localMedia.live.size).toBe(0);
});

test('ERR-05 a call that ends for an unknown reason is logged as a warning', () => {
  call();
  alice.emit({
    type: 'callBroken',
    callId: alice.signalling.lastInvite?.callId ?? '',
    code: 'unexpected',
  });
  expect(alice.status()).toBe('FAILED');
  expect(alice.warnings).toEqual(['call_failed']);
});

test.each([
  ['video', {}, {}, { id: 'permissionError', code: 'mediaInUse' }],
  ['text alone', { audio: false, video: false }, {}, { id: 'uncallable', code: 'setUpFailed' }],
  ['video, without WebRTC,', {}, { hasNoWebRtc: true }, { id: 'uncallable', code: 'noWebRtc' }],
] as const)(
  'STATE-24 A-080 a call with %s that cannot be set up fails, ends immediately, and shows a notice',
  (_name, settings, why, notice) => {
    const carol = enter('carol', settings);
    carol.intents.call('bobby');
    clock.advance(0);
    const callId = carol.signalling.lastInvite?.callId ?? '';
    carol.emit({ type: 'setUpFailed', callId, code: 'x', ...why });
    expect(carol.notices).toEqual([notice]);
    clock.advance(0);
    expect(carol.statuses).toEqual(['CALLING', 'FAILED', 'COMPLETED']);
    expect(carol.localMedia.live.size).toBe(0);
    carol.intents.call('bobby');
    clock.advance(0);
    expect(carol.notices).toEqual([]);
  },
);

test('STATE-31 answering without an incoming call logs an error and changes nothing', () => {
  alice.intents.answer();
  alice.intents.call('bobby');
  alice.intents.answer();
  expect(alice.warnings).toEqual(['Session does not exist', 'Session does not exist']);
  expect(alice.status()).toBe('CALLING');
});

test('REG-03 DIAL-12 a lost connection ends the call first, then the registration, and then the connection is reopened', () => {
  call();
  const seen: string[] = [];
  alice.subscribe(() => {
    const { call: now, registration, connection } = alice.getState();
    seen.push([now.phase, registration.phase, connection.phase].join(' '));
  });
  const before = alice.signalling.asked.length;
  alice.signalling.drop();
  expect(alice.signalling.asked.slice(before)).toEqual(['abandon', 'openConnection']);
  clock.advance(0);
  expect(seen).toEqual([
    'ended unregistered connecting',
    'ended registering online',
    'ended registered online',
  ]);
});

test('DIAL-08 DIAL-09 a blank is ignored', () => {
  for (const target of ['', '   ', '\t']) alice.intents.call(target);
  clock.advance(1000);
  expect([alice.statuses, alice.notices, alice.signalling.lastInvite]).toEqual([[], [], undefined]);
});

test.each(['Bobby Andersson', 'sip:', 'bobby@', 'two words@demo.example', 'x'.repeat(300)])(
  'DIAL-15 A-104 %j cannot be called, and a notice says so until another call is made',
  (target) => {
    alice.intents.call(target);
    clock.advance(1000);
    const told = [{ id: 'uncallable', code: 'uncallable' }];
    expect([alice.statuses, alice.notices, alice.signalling.lastInvite]).toEqual([[], told, undefined]);
    alice.intents.call('bobby');
    expect([alice.status(), alice.notices]).toEqual(['CALLING', []]);
  },
);

test('CONST-03 RTT-11 a knock is code 7, an erased character is code 8', () => {
  call();
  alice.intents.editText('ab');
  clock.advance(1000);
  alice.intents.editText('a');
  clock.advance(1000);
  alice.intents.knock();
  clock.advance(1000);
  expect(alice.signalling.texts.join('')).toBe('ab\b\u0007');
});

test('MEDIA-12 STATE-28 every way to end a call releases its media once', () => {
  call();
  bobby.intents.hangUp();
  clock.advance(0);
  call();
  alice.emit({ type: 'pageHidden' });
  clock.advance(0);
  for (const { localMedia } of [alice, bobby]) {
    expect(localMedia.live.size).toBe(0);
    expect([...localMedia.releases.values()]).toEqual([1, 1]);
  }
});

test('DIAL-13 a call without any medium to send is not made', () => {
  const carol = enter('carol', { audio: false, video: false, text: false });
  carol.intents.call('bobby');
  expect(carol.notices).toEqual([{ id: 'noMedia', code: 'noMedia' }]);
  expect(carol.status()).toBeUndefined();
});

/** Sends `texts` one after the other without a pause. */
function write(client: TestClient, texts: readonly string[]): void {
  const { call: state } = client.getState();
  const callId = 'call' in state ? state.call.callId : '';
  for (const [index, text] of texts.entries()) client.signalling.sendText(callId, 1000 + index, text);
}

const manyTexts = Array.from({ length: 20 }, (_, index) => `${index} `.repeat(500));

test('D10 text that arrived before the peer hung up is read to its end', () => {
  call();
  write(alice, manyTexts);
  alice.intents.hangUp();
  clock.advance(0);
  expect(bobby.status()).toBe('TERMINATED_REMOTE');
  expect(incoming(bobby)).toBe(manyTexts.join(''));
});

test('D10 text that arrived before this side hangs up is read to its end', () => {
  call();
  write(alice, manyTexts);
  clock.advance(0);
  expect(incoming(bobby)).not.toBe(manyTexts.join(''));
  bobby.intents.hangUp();
  expect(bobby.status()).not.toBe('ACCEPTED');
  expect(incoming(bobby)).toBe(manyTexts.join(''));
});

test('RTT-07 the user can type while the peer floods the call with text', () => {
  call();
  write(alice, manyTexts);
  clock.advance(0);
  bobby.intents.editText('stop');
  clock.advance(0);
  expect(bobby.getState().text.outbox.target).toBe('stop');
  clock.advance(1000);
  expect([incoming(alice), incoming(bobby)]).toEqual(['stop', manyTexts.join('')]);
});
