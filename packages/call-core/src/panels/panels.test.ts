import type { TestClient } from '@samtal/test-kit';
import { createFakeClock, createFakeNetwork, createTestClient, settingsOf } from '@samtal/test-kit';
import { beforeEach, expect, test } from 'vitest';
import type { Panel, PanelsState } from '../state/panels-state.ts';
import { callStateFields } from '../views/call-state-fields.ts';

let clock = createFakeClock();
let alice: TestClient;
let bobby: TestClient;
let textOnly: TestClient;
let enter: (name: string, changes?: object) => TestClient;

beforeEach(() => {
  clock = createFakeClock();
  const network = createFakeNetwork(clock);
  enter = (name, changes = {}) => {
    const client = createTestClient(network, clock, name.length);
    client.intents.start(settingsOf(name, changes));
    clock.advance(0);
    return client;
  };
  [alice, bobby] = [enter('alice'), enter('bobby')];
  textOnly = enter('carol', { audio: false, video: false });
});

function call(caller: TestClient): void {
  caller.intents.call('bobby');
  clock.advance(0);
  bobby.intents.answer();
  clock.advance(0);
}
const panels = (): PanelsState => bobby.getState().panels;

test.each([
  ['video', 'isVideoVisible', true],
  ['text', 'isTextVisible', true],
  ['selfView', 'isSelfViewVisible', true],
  ['dialer', 'isDialerVisible', false],
  ['more', 'isMoreVisible', false],
] as const satisfies readonly (readonly [Panel, keyof PanelsState, boolean])[])(
  'STATE-02 INCALL-12 … INCALL-16 every call begins with %s in its initial state, and it can be switched',
  (panel, field, begins) => {
    call(alice);
    expect(panels()[field]).toBe(begins);
    bobby.intents.togglePanel(panel);
    expect(panels()[field]).toBe(!begins);
    bobby.intents.togglePanel(panel);
    expect(panels()[field]).toBe(begins);
    bobby.intents.togglePanel(panel);
    alice.intents.hangUp();
    clock.advance(0);
    bobby.intents.dismiss();
    call(alice);
    expect(panels()[field]).toBe(begins);
  },
);

test.each([
  ['video', 'isVideoVisible', false],
  ['selfView', 'isSelfViewVisible', false],
  ['text', 'isTextVisible', true],
  ['dialer', 'isDialerVisible', true],
  ['more', 'isMoreVisible', true],
] as const)('INCALL-26 in a call by text alone %s can be switched: %s %s', (panel, field, isPossible) => {
  call(textOnly);
  const before = panels()[field];
  bobby.intents.togglePanel(panel);
  expect(panels()[field] !== before).toBe(isPossible);
});

test('INCALL-15 without an established call the dialer cannot be opened', () => {
  bobby.intents.togglePanel('dialer');
  alice.intents.call('bobby');
  clock.advance(0);
  bobby.intents.togglePanel('dialer');
  expect(panels().isDialerVisible).toBe(false);
});

test.each([
  [false, true],
  [true, false],
])('INCALL-20 on a small screen (%s) a call with video begins with text: %s', (isSmall, isTextVisible) => {
  bobby.emit({ type: 'screenResized', isSmall });
  call(alice);
  expect(panels().isTextVisible).toBe(isTextVisible);
  // A later resize of the window does not change what the user sees.
  bobby.emit({ type: 'screenResized', isSmall: !isSmall });
  expect(panels().isTextVisible).toBe(isTextVisible);
});

test('INCALL-21 with the video setting off text is shown on a screen of any size', () => {
  textOnly.emit({ type: 'screenResized', isSmall: true });
  call(textOnly);
  expect(textOnly.getState().panels.isTextVisible).toBe(true);
});

test('INCALL-21 with the video setting off text stays shown for the whole call on any screen', () => {
  const soundOnly = enter('voice', { video: false });
  for (const isSmall of [true, false]) {
    soundOnly.emit({ type: 'screenResized', isSmall });
    call(soundOnly);
    soundOnly.intents.togglePanel('text');
    expect(soundOnly.getState().panels).toMatchObject({ isTextVisible: true, isTextAlwaysVisible: true });
    soundOnly.intents.hangUp();
    clock.advance(3000);
    bobby.intents.dismiss();
  }
  // A call without video while the user's video setting is on: text is shown first and can be hidden.
  call(textOnly);
  expect(panels()).toMatchObject({ isTextVisible: true, isTextAlwaysVisible: false });
  bobby.intents.togglePanel('text');
  expect(panels().isTextVisible).toBe(false);
});

test('INCALL-23 INCALL-24 audio and video that are sent can be turned off and on again', () => {
  call(alice);
  const { intents, localMedia } = bobby;
  intents.toggleMicrophone();
  intents.toggleCamera();
  expect(panels()).toMatchObject({ isMicrophoneOn: false, isCameraOn: false });
  intents.toggleMicrophone();
  intents.toggleCamera();
  expect(localMedia.sending).toEqual(['audio off', 'video off', 'audio on', 'video on']);
});

test('MEDIA-04 INCALL-24 a medium that has lost its device is off until another device replaces it', () => {
  call(alice);
  const { intents, localMedia } = bobby;
  const state = bobby.getState();
  const callId = state.call.phase === 'accepted' ? state.call.call.callId : expect.fail();
  bobby.emit({ type: 'devicesChanged', callId: 'of another call', audio: false, video: false });
  expect(bobby.getState()).toBe(state);
  bobby.emit({ type: 'devicesChanged', callId, audio: true, video: false });
  expect(callStateFields(bobby.getState(), ({ address }) => address)).toMatchObject({
    audio: true,
    video: false,
    videoavailable: true,
  });
  intents.toggleCamera();
  expect([panels().isCameraOn, localMedia.sending]).toEqual([true, []]);
  bobby.emit({ type: 'devicesChanged', callId, audio: true, video: true });
  expect(callStateFields(bobby.getState(), ({ address }) => address).video).toBe(true);
  intents.toggleCamera();
  expect(localMedia.sending).toEqual(['video off']);
});

test('INCALL-17 STATE-02 fullscreen is what the page reports, before and during a call', () => {
  const unchanged = panels();
  bobby.emit({ type: 'fullscreenChanged', isFullscreen: false });
  expect(panels()).toBe(unchanged);
  bobby.emit({ type: 'fullscreenChanged', isFullscreen: true });
  call(alice);
  expect(panels().isFullscreen).toBe(true);
  bobby.emit({ type: 'fullscreenChanged', isFullscreen: false });
  expect(panels().isFullscreen).toBe(false);
});
