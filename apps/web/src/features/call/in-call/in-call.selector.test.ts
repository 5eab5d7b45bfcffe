import { type CallState, initialClientState, type MediaKinds, type PanelsState } from '@samtal/call-core';
import { expect, test } from 'vitest';
import { selectInCall, selectOffBySetting, selectToolbar } from './in-call.selector.ts';

const everythingOn: PanelsState = {
  ...initialClientState.panels,
  isTextVisible: true,
  isDialerVisible: true,
};

const accepted = (kinds: MediaKinds): Extract<CallState, { phase: 'accepted' }> => ({
  phase: 'accepted',
  call: { callId: 'c1', direction: 'incoming', remoteUser: { address: 'alice@demo.example' } },
  media: { ...kinds, textTransport: kinds.text ? 'message' : 'none' },
  acceptedAt: 1000,
});

const all = { audio: true, video: true, text: true };
const allWork = { audio: true, video: true };
const voice = { audio: true, video: false, text: false };
const textOnly = { audio: false, video: false, text: true };

test.each([
  ['everything', all, {}, { isVideoVisible: true, isTextVisible: true, isSelfViewVisible: true }],
  ['text hidden', all, { isTextVisible: false }, { isVideoVisible: true, isTextVisible: false }],
  [
    'video hidden',
    all,
    { isVideoVisible: false },
    { isVideoVisible: false, isTextVisible: true, kind: 'video' },
  ],
  ['a voice call', voice, {}, { isVideoVisible: false, isTextVisible: false, isSelfViewVisible: false }],
  ['a text call', textOnly, {}, { isVideoVisible: false, isTextVisible: true, kind: 'text' }],
] as const)(
  'INCALL-12 INCALL-13 INCALL-22 with %s the right panels are visible',
  (_name, kinds, panels, expected) => {
    expect(selectInCall(accepted(kinds), { ...everythingOn, ...panels }, allWork)).toMatchObject(expected);
  },
);

const done: string[] = [];
const note = (what: string) => () => void done.push(what);
const intents = {
  hangUp: note('hangUp'),
  setHeld: (isHeld: boolean) => void done.push(isHeld ? 'hold' : 'resume'),
  addMedium: (kind: string) => void done.push(`add ${kind}`),
  toggleMicrophone: note('microphone'),
  toggleCamera: note('camera'),
  toggleSound: note('sound'),
  togglePanel: (panel: string) => void done.push(panel),
};

const toolbarOf = (kinds: MediaKinds, isUnread: boolean, isSmallScreen: boolean, working = allWork) =>
  selectToolbar({ call: accepted(kinds), panels: everythingOn, working, isUnread, isSmallScreen }, intents);

const usable = (kinds: MediaKinds, working = allWork): string[] => {
  const { microphone, ownCamera, sound, incomingVideo, selfView, text, dialpad } = toolbarOf(
    kinds,
    false,
    false,
    working,
  );
  const buttons = { microphone, ownCamera, sound, incomingVideo, selfView, text, dialpad };
  return Object.entries(buttons)
    .filter(([, { onToggle, isOn }]) => onToggle !== undefined && isOn)
    .map(([name]) => name);
};

const heldState = { panels: everythingOn, working: allWork, isUnread: false, isSmallScreen: false };

test.each([
  ['none', true, 'hold', false],
  ['peer', true, 'hold', false],
  ['own', true, 'resume', true],
  ['both', true, 'resume', true],
] as const)('D84 while %s holds, the button is as the user holds the call', (hold, mayHold, does, isOn) => {
  done.length = 0;
  const { hold: button } = selectToolbar({ ...heldState, call: accepted(all), hold, mayHold }, intents);
  button?.onToggle?.();
  expect([button?.isOn, done]).toEqual([isOn, [does]]);
});

test.each([
  ['without the feature', all, false],
  ['in a call with text alone', textOnly, true],
] as const)('D84 %s there is no button to hold the call', (_what, kinds, mayHold) => {
  expect(
    selectToolbar({ ...heldState, call: accepted(kinds), mayHold }, intents).hold?.onToggle,
  ).toBeUndefined();
});

test('D84 D33 nothing can be added to a call that is on hold', () => {
  const perCall = { audio: true, video: true };
  const call = accepted(voice);
  const camera = (hold: 'none' | 'peer') =>
    selectToolbar({ ...heldState, call, hold, perCall }, intents).ownCamera.onToggle;
  expect([camera('none'), camera('peer')]).toEqual([expect.any(Function), undefined]);
});

test.each([
  ['none', true, true],
  ['peer', true, true],
  ['own', false, false],
  ['both', false, false],
] as const)('D84 while %s holds, own video and sound are as they should be', (hold, isSelfView, isSound) => {
  const shown = selectInCall(accepted(all), everythingOn, allWork, hold);
  expect([shown.isSelfViewVisible, shown.isSoundOn, shown.hold]).toEqual([isSelfView, isSound, hold]);
});

test('D33 where media may be added, a camera that is not in the call adds it, and one that is being added is off', () => {
  done.length = 0;
  const perCall = { audio: true, video: true };
  const state = { panels: everythingOn, isUnread: false, isSmallScreen: false, perCall };
  const none = { audio: false, video: false };
  const added = selectToolbar({ ...state, call: accepted(textOnly), working: none }, intents);
  expect([added.microphone.isOn, added.ownCamera.isOn]).toEqual([false, false]);
  added.microphone.onToggle?.();
  added.ownCamera.onToggle?.();
  // The remote user sends video and this user does not yet.
  const seen = { ...state, call: accepted(all), working: { audio: true, video: false } };
  selectToolbar(seen, intents).ownCamera.onToggle?.();
  selectToolbar({ ...seen, working: allWork, adding: 'video' }, intents).ownCamera.onToggle?.();
  selectToolbar({ ...seen, working: allWork }, intents).ownCamera.onToggle?.();
  expect(done).toEqual(['add audio', 'add video', 'add video', 'add video', 'camera']);
  expect(selectToolbar({ ...seen, working: allWork, adding: 'video' }, intents).ownCamera.isOn).toBe(false);
});

test.each([
  [all, ['microphone', 'ownCamera', 'sound', 'incomingVideo', 'selfView', 'text', 'dialpad']],
  [voice, ['microphone', 'sound', 'dialpad']],
  [textOnly, ['text', 'dialpad']],
])('INCALL-24 INCALL-26 with %j the usable and lit buttons are %j', (kinds, names) => {
  expect(usable(kinds)).toEqual(names);
});

test.each([
  [{ audio: true, video: false }, ['microphone', 'sound', 'incomingVideo', 'selfView', 'text', 'dialpad']],
  [{ audio: false, video: true }, ['ownCamera', 'sound', 'incomingVideo', 'selfView', 'text', 'dialpad']],
])('MEDIA-04 INCALL-26 with working devices %j the usable and lit buttons are %j', (working, names) => {
  expect(usable(all, working)).toEqual(names);
  expect(selectInCall(accepted(all), everythingOn, working).isCameraOn).toBe(working.video);
});

test('INCALL-06 INCALL-14 INCALL-15 each button has its own intent', () => {
  done.length = 0;
  const bar = toolbarOf(all, true, true);
  for (const { onToggle } of [
    bar.microphone,
    bar.ownCamera,
    bar.sound,
    bar.incomingVideo,
    bar.selfView,
    bar.text,
    bar.dialpad,
  ])
    onToggle?.();
  bar.more.onToggle();
  bar.onHangUp();
  expect(done).toEqual([
    'microphone',
    'camera',
    'sound',
    'video',
    'selfView',
    'text',
    'dialer',
    'more',
    'hangUp',
  ]);
  expect(bar.isTextUnread).toBe(true);
});

test.each([
  [all, true],
  [voice, false],
])(
  'INCALL-21 with text always visible, in a call with %j its button is lit (%s) and does nothing',
  (kinds, isOn) => {
    const panels = { ...everythingOn, isTextAlwaysVisible: true };
    const { text } = selectToolbar(
      { call: accepted(kinds), panels, working: allWork, isUnread: false, isSmallScreen: true },
      intents,
    );
    expect(text).toEqual({ isOn, onToggle: undefined });
  },
);

test('INCALL-07 INCALL-20 the toolbar is compact on a small screen', () => {
  expect(toolbarOf(all, false, false).isCompact).toBe(false);
  expect(toolbarOf(all, false, true).isCompact).toBe(true);
});

test('INCALL-27 the address is shown beside the name', () => {
  expect(selectInCall(accepted(all), everythingOn, allWork)).toMatchObject({
    name: 'alice',
    callId: 'c1',
    address: 'alice@demo.example',
  });
});

const none = { audio: false, video: false };

test.each([
  [none, { WEB_AUDIO: 'false', WEB_VIDEO: 'false' }, {}, 'both'],
  [none, { WEB_AUDIO: 'true', WEB_VIDEO: 'false' }, {}, 'video'],
  [none, { WEB_AUDIO: 'false', WEB_VIDEO: 'true' }, {}, 'audio'],
  [none, { WEB_AUDIO: 'true', WEB_VIDEO: 'true' }, {}, undefined],
  [{ ...none, video: true }, { WEB_AUDIO: 'true', WEB_VIDEO: 'false' }, {}, undefined],
  [none, { WEB_AUDIO: 'true', WEB_VIDEO: 'false' }, { changeMedia: false }, undefined],
  [none, { WEB_AUDIO: 'true', WEB_VIDEO: 'false' }, { settings: false }, undefined],
  [none, { WEB_AUDIO: 'true', WEB_VIDEO: 'false' }, { video: false }, undefined],
] as const)(
  'INCALL-24 A-087 for media %j, settings %j and features %j the settings turn off: %s',
  (media, settings, changes, off) => {
    const features = { audio: true, video: true, settings: true, changeMedia: true, ...changes };
    expect(selectOffBySetting(media, features, settings)).toBe(off);
  },
);
