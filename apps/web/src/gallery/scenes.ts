import type { SignedIn } from '../client/session/session.ts';
import { alice, aliceAsShipped, everything } from '../testing/alice.ts';
import {
  afterRefusedDevices,
  connectableCalls,
  cutOff,
  endedByTransfer,
  endedByUser,
  endedWithText,
  goingOn,
  inCall,
  lines,
  muchText,
  ofThree,
  onHold,
  perCall,
  refusedDevices,
  rejectedWithWords,
  ringingForThree,
  sharing,
  statuses,
  takenOver,
  talking,
  thirdHolds,
  thirdInterrupted,
  thirdUnconfirmed,
  togetherWith,
  transferring,
  undelivered,
  withLost,
  withSecond,
} from '../testing/call-states.ts';
import { connections } from '../testing/connections.ts';
import { writtenMessages } from '../testing/written-characters.ts';
import { accountScenes } from './accounts-scenes.ts';
import { conformanceScenes } from './conformance-scenes.ts';
import { consoleScenes } from './console-scenes.ts';
import { emergencyScenes } from './emergency-scenes.ts';
import { entryScenes } from './entry-scenes.ts';
import { messagesScenes } from './messages-scenes.ts';
import { people } from './people-scenes.ts';
import type { Scene } from './scene.ts';
import { secondFactorScenes } from './second-factor-scenes.ts';
import { installableAppScenes, startScenes, webPushScenes } from './start-scenes.ts';

const signedOut: readonly Scene[] = [
  { name: 'login', path: '/login', session: { phase: 'signedOut' } },
  {
    name: 'login, wrong password',
    path: '/login',
    session: { phase: 'signedOut', loginFailure: { key: 'error.usernameorpassword' } },
  },
  { name: 'login, session ended', path: '/login', session: { phase: 'signedOut', wasEnded: true } },
  { name: 'login, no WebRTC', path: '/login', session: { phase: 'signedOut' }, hasWebRtc: false },
  {
    name: 'login, appearance open',
    path: '/login',
    session: { phase: 'signedOut' },
    press: ['menu.appearance'],
  },
  {
    name: 'login, language open',
    path: '/login',
    session: { phase: 'signedOut' },
    press: ['menu.language'],
  },
  { name: 'signing in', path: '/login', session: { phase: 'signingIn' } },
  { name: 'signing out', path: '/call', session: { phase: 'signingOut', was: alice() } },
];

const specified: SignedIn = {
  ...alice(),
  features: { ...alice().features, appearance: false, compactMenu: false },
};

const withTerms = { ...everything, links: { termsOfUse: { url: 'terms.html', text: '' } } };

const quiet = (value: string): SignedIn =>
  alice({ WEB_DO_NOT_DISTURB: value }, { doNotDisturb: true, peopleFirst: true });
const tomorrow = String(Date.now() + 24 * 60 * 60 * 1000);

const dial: readonly Scene[] = [
  ...Object.entries(lines).map(([word, client]) => ({ name: `dial, ${word}`, path: '/call', client })),
  {
    name: 'dial, permission denied',
    path: '/call',
    client: { ...lines.ready, media: { ...lines.ready.media, isDenied: true } },
    alerts: [{ id: 'permissionError', type: 'danger', message: { key: 'error.acquiremedia' } }],
  },
  {
    name: 'dial, after a call that the browser refused',
    path: '/call',
    client: afterRefusedDevices,
    alerts: [{ id: 'permissionError', type: 'danger', message: { key: 'error.acquiremedia' } }],
  },
  {
    name: 'dial, menu with terms of use',
    path: '/call',
    brand: withTerms,
    press: ['menu.menu'],
  },
  { name: 'dial, media per call', path: '/call', client: perCall(lines.ready) },
  { name: 'dial, menu open', path: '/call', press: ['menu.menu'] },
  { name: 'dial, menu and appearance open', path: '/call', press: ['menu.menu', 'menu.appearance'] },
  { name: 'dial, account menu open', path: '/call', press: ['menu.account'] },
  { name: 'dial, contacts group open', path: '/call', press: ['menu.menu', 'menu.contacts'] },
  // The flags of the decisions are off, so the menu is that of the requirements.
  { name: 'dial, specified menu', path: '/call', session: specified, press: ['menu.menu'] },
  { name: 'dial, do not disturb menu open', path: '/call', session: quiet('off'), press: ['quiet.name'] },
  { name: 'dial, do not disturb', path: '/call', session: quiet('on') },
  { name: 'history, do not disturb until a time', path: '/history', session: quiet(tomorrow) },
  { name: 'dial, menu open, do not disturb', path: '/call', session: quiet('on'), press: ['menu.menu'] },
  { name: 'logout, asked', path: '/call', session: specified, press: ['menu.menu', 'menu.logout'] },
];

const holding: SignedIn = alice({}, { hold: true, screenSharing: true });

const carol = { address: 'carol@demo.example' };
const question = {
  side: 'peer',
  callId: '1',
  by: { address: 'bobby@demo.example' },
  target: carol,
  wanted: { audio: true, video: true, text: true },
  referId: 1,
} as const;

const layouts: readonly Scene[] = ['over/under', 'side by side', 'one box'].map((layout) => ({
  name: `in call, ${layout}`,
  path: '/call',
  session: alice({ WEB_CHAT_LAYOUT: layout }),
  client: inCall(),
}));

const unread = talking({ isTextVisible: false });

/** The text of a call as the shipped brand shows it, and what its buttons open. */
const shipped: readonly Scene[] = [
  {
    name: 'in call, text arrives while hidden',
    path: '/call',
    session: aliceAsShipped(),
    client: { ...unread, text: { ...unread.text, isUnread: true } },
  },
  {
    name: 'in call, the other goes on above own lines',
    path: '/call',
    session: aliceAsShipped(),
    client: goingOn,
  },
  { name: 'in call, text of the shipped brand', path: '/call', session: aliceAsShipped(), client: talking() },
  {
    name: 'in call, emoji',
    path: '/call',
    session: aliceAsShipped(),
    client: talking(),
    press: ['text.emoji'],
  },
  {
    name: 'in call, phrases',
    path: '/call',
    session: aliceAsShipped({ WEB_PHRASES: 'I am at work.\nPlease call me tonight.' }),
    client: talking(),
    press: ['text.phrases'],
  },
  {
    name: 'in call, large bold text on colours that are hard to read',
    path: '/call',
    session: aliceAsShipped({
      WEB_TEXT_SIZE: '36',
      WEB_TEXT_BOLD: 'true',
      WEB_TEXT_LINE_SPACING: 'wide',
      WEB_TEXT_LETTER_SPACING: 'wide',
      WEB_ONEBOX_TEXT_COLOR: 'yellow',
      WEB_ONEBOX_TEXT_BACKGROUND_COLOR: 'white',
    }),
    client: talking(),
    press: ['text.options'],
  },
];

const hidden = inCall({}, { isTextVisible: false });

/** The scenes of calls and of the screens at their end. */
export const callScenes: readonly Scene[] = [
  ...Object.entries(statuses).map(([status, client]) => ({ name: status, path: '/call', client })),
  { name: 'ended, with text', path: '/call', client: endedWithText, press: ['text.copy'] },
  { name: 'ended, the user connected the two others', path: '/call', client: endedByTransfer },
  { name: 'ended, connection lost', path: '/call', client: cutOff },
  {
    name: 'ended, text of 140 pixels',
    path: '/call',
    session: alice({ WEB_TEXT_SIZE: '140', WEB_FONT: 'verdana' }),
    client: endedWithText,
  },
  { name: 'after the own hang-up', path: '/call', client: endedByUser },
  { name: 'after the own hang-up, text', path: '/call', client: endedByUser, press: ['call.last.show'] },
  ...(['otherSmall', 'sideBySide'] as const).map((pictureLayout) => ({
    name: `in call, videos ${pictureLayout}`,
    path: '/call',
    client: inCall({}, { isMoreVisible: true }),
    remembered: { pictureLayout },
  })),
  ...(
    [
      ['own', { isOwn: true, isOwnAgreed: true }],
      ['peer', { isByPeer: true }],
      ['both', { isOwn: true, isOwnAgreed: true, isByPeer: true }],
    ] as const
  ).flatMap(([who, hold]) => [
    { name: `in call, on hold by ${who}`, path: '/call', session: holding, client: onHold(hold) },
    {
      name: `in voice call, on hold by ${who}`,
      path: '/call',
      session: holding,
      client: onHold(hold, { video: false }),
    },
  ]),
  ...(['rings', 'replaces', 'waits', 'over'] as const).flatMap((second) => [
    { name: `in call, second call ${second}`, path: '/call', session: holding, client: withSecond(second) },
    {
      name: `in voice call, second call ${second}`,
      path: '/call',
      session: holding,
      client: withSecond(second, inCall({ video: false })),
    },
  ]),
  {
    name: 'in call, second caller can read a message',
    path: '/call',
    session: holding,
    client: perCall(withSecond('rings')),
  },
  {
    name: 'in call, two users can be connected',
    path: '/call',
    session: holding,
    client: connectableCalls(),
  },
  { name: 'in call, the target takes over', path: '/call', session: holding, client: takenOver() },
  {
    name: 'in call, two users were not connected',
    path: '/call',
    session: holding,
    client: {
      ...connectableCalls(),
      transfer: {
        side: 'own',
        callId: 'second',
        phase: 'failed',
        target: carol,
        status: 480,
        attended: { user: carol, otherId: '1' },
      },
    },
  },
  ...(['asked', 'ringing', 'failed'] as const).map((phase) => ({
    name: `in call, transfer ${phase}`,
    path: '/call',
    client: transferring({ side: 'own', callId: '1', phase, target: carol, status: 480 }),
  })),
  ...(
    [
      ['question', { phase: 'asked' }],
      ['calling', { phase: 'calling', newCallId: '2', isRinging: true, isInvited: true }],
      ['not reached', { phase: 'failed', status: 480 }],
    ] as const
  ).map(([name, rest]) => ({
    name: `in call, asked to call another person, ${name}`,
    path: '/call',
    client: transferring({ ...question, ...rest }),
  })),
  ...(
    [
      ['calling', { phase: 'calling' }],
      ['asking', { phase: 'asking', before: {} }],
      ['together', { phase: 'together', before: {} }],
      ['interrupted', { phase: 'together', before: {}, apart: { ask: 'gallery', isLost: false } }],
      [
        'two have lost each other',
        { phase: 'together', before: {}, apart: { ask: 'gallery', isLost: true } },
      ],
      ['question', { phase: 'asked', referId: 1, joins: 'x' }],
      ['not reached', { phase: 'failed', status: 480, isApart: false }],
      ['declined', { phase: 'failed', status: 603, isApart: false }],
      ['apart', { phase: 'failed', status: 420, isApart: true }],
      ['not connected in time', { phase: 'failed', status: 408, isApart: true }],
      ['the others have met', { phase: 'failed', status: 603, isApart: false, isMet: true }],
    ] as const
  ).map(([name, three]) => ({
    name: `in call of three, ${name}`,
    path: '/call',
    session: holding,
    client: ofThree(three),
  })),
  {
    name: 'in call of three, one larger',
    path: '/call',
    client: togetherWith({}),
    press: ['three.larger'],
  },
  {
    name: 'in call of three, one camera off',
    path: '/call',
    client: togetherWith({}),
    third: { camera: 'off', microphone: 'on', contact: 'good' },
  },
  {
    name: 'in call of three, all that can be off',
    path: '/call',
    client: thirdUnconfirmed(),
    peer: { camera: 'off', microphone: 'off', contact: 'good' },
  },
  {
    name: 'in call of three, one without contact',
    path: '/call',
    client: thirdInterrupted(),
    third: { camera: 'on', microphone: 'on', contact: 'theirs' },
  },
  { name: 'in call of three, one on hold', path: '/call', client: thirdHolds() },
  { name: 'incoming, into a call of three', path: '/call', client: ringingForThree() },
  { name: 'in call, one of three was lost', path: '/call', client: withLost() },
  {
    name: 'in voice call of three',
    path: '/call',
    client: ofThree({ phase: 'together', before: {} }, { video: false }),
  },
  {
    name: 'in text call of three',
    path: '/call',
    client: ofThree({ phase: 'together', before: {} }, { video: false, audio: false }),
  },
  ...(['ownSmall', 'otherSmall', 'sideBySide'] as const).map((pictureLayout) => ({
    name: `in call, the other shares a screen, ${pictureLayout}`,
    path: '/call',
    session: holding,
    client: sharing({ isByPeer: true }),
    remembered: { pictureLayout },
  })),
  {
    name: 'in voice call, the other shares a screen',
    path: '/call',
    session: holding,
    client: sharing({ isByPeer: true }, { video: false }),
  },
  ...(
    [
      ['choosing', { own: 'choosing' }],
      ['shared', { own: 'wanted', isOwnAgreed: true }],
      ['not permitted', { notice: 'denied' }],
      ['refused', { notice: 'refused', isRefused: true }],
      ['ended by hold', { notice: 'held' }],
      ['ended by a reload', { notice: 'reloaded' }],
    ] as const
  ).map(([name, screen]) => ({
    name: `in call, own screen ${name}`,
    path: '/call',
    session: holding,
    client: sharing(screen),
  })),
  {
    name: 'in call, the page of the other who shared was loaded again',
    path: '/call',
    session: holding,
    client: sharing({ notice: 'peerReloaded' }),
  },
  {
    name: 'in call, alert',
    path: '/call',
    client: inCall(),
    alerts: [
      { id: 'saved', type: 'success', message: { key: 'settings.saved' } },
      { id: 'missedCall', type: 'info', message: { key: 'call.missed', name: 'Carol Claesson' } },
    ],
  },
  ...(
    [
      ['video', talking()],
      ['text alone', inCall({ audio: false, video: false, textTransport: 'dataChannel' })],
    ] as const
  ).map(([name, client]) => ({
    name: `in call, ${name}, missing devices`,
    path: '/call',
    session: aliceAsShipped(),
    client,
    alerts: [
      {
        id: 'permissionError',
        type: 'danger' as const,
        message: { key: 'error.requestedDeviceNotFound' as const },
      },
    ],
  })),
  { name: 'incoming, media per call', path: '/call', client: perCall(statuses.INCOMING_CALL) },
  {
    name: 'incoming, reject with a message',
    path: '/call',
    session: alice({ WEB_REJECT_MESSAGES: 'På bussen, hemma 17\nأنا في اجتماع' }),
    client: perCall(statuses.INCOMING_CALL),
    press: ['call.rejectwithmessage'],
  },
  { name: 'ended, rejected with a message', path: '/call', client: rejectedWithWords },
  { name: 'calling, permission refused', path: '/call', client: refusedDevices },
  {
    name: 'in call, the other added the camera',
    path: '/call',
    client: perCall(
      inCall(
        { fromPeer: { audio: true, video: true } },
        {},
        { addition: { own: undefined, next: [], added: { kind: 'video', isAsked: true } } },
      ),
    ),
  },
  {
    name: 'in call, the other has no camera and no microphone',
    path: '/call',
    client: perCall(inCall({ fromPeer: { audio: false, video: false } })),
  },
  ...layouts,
  ...shipped,
  {
    name: 'in call, text of 140 pixels',
    path: '/call',
    session: alice({ WEB_TEXT_SIZE: '140', WEB_FONT: 'verdana' }),
    client: inCall(),
  },
  {
    name: 'in call, text hidden and unread',
    path: '/call',
    client: { ...hidden, text: { ...hidden.text, isUnread: true } },
  },
  { name: 'in call, text not delivered', path: '/call', client: undelivered },
  { name: 'in call, much text', path: '/call', client: muchText },
  { name: 'in call, poor connection', path: '/call', client: inCall(), quality: connections.poor },
  { name: 'in call, connection lost', path: '/call', client: inCall(), quality: connections.lost },
  {
    name: 'in call, other camera and microphone off',
    path: '/call',
    client: inCall(),
    peer: { camera: 'off', microphone: 'off', contact: 'good' },
  },
  {
    name: 'in call, other camera and microphone missing',
    path: '/call',
    client: inCall(),
    peer: { camera: 'none', microphone: 'none', contact: 'good' },
  },
  ...(['ours', 'theirs', 'unclear'] as const).map((contact) => ({
    name: `in call, no contact, ${contact}`,
    path: '/call',
    client: inCall(),
    quality: connections.lost,
    peer: { camera: 'on', microphone: 'on', contact } as const,
  })),
  { name: 'in call, connection explained', path: '/call', client: inCall(), press: ['quality.details'] },
  { name: 'in call, text options', path: '/call', client: inCall(), press: ['text.options'] },
  {
    name: 'in call, characters',
    path: '/call',
    client: inCall(),
    written: writtenMessages,
    press: ['text.options', 'characters.title'],
  },
  {
    name: 'in call, characters, none yet',
    path: '/call',
    client: inCall(),
    written: [],
    press: ['text.options', 'characters.title'],
  },
  { name: 'in call, dialpad', path: '/call', client: inCall({}, { isDialerVisible: true }) },
  { name: 'in call, more', path: '/call', session: holding, client: inCall({}, { isMoreVisible: true }) },
  {
    name: 'in call, self view moved',
    path: '/call',
    client: inCall(),
    remembered: { selfView: JSON.stringify({ size: 0.3, x: 0, y: 0 }) },
  },
  {
    name: 'in call, microphone and camera off',
    path: '/call',
    client: inCall({}, { isMicrophoneOn: false, isCameraOn: false, isSoundOn: false }),
  },
  { name: 'in call, knock', path: '/call', client: inCall({}, { isKnocking: true, knocks: 1 }) },
  {
    name: 'in call, voice only',
    path: '/call',
    client: inCall({ video: false, text: false, textTransport: 'none' }),
  },
  {
    name: 'in call, text only',
    path: '/call',
    client: inCall({ audio: false, video: false, textTransport: 'message' }, { isTextAlwaysVisible: true }),
  },
  {
    name: 'in call, nothing visible',
    path: '/call',
    client: inCall({}, { isTextVisible: false, isVideoVisible: false }),
  },
  {
    name: 'permission awaited after the login',
    path: '/call',
    client: { ...lines.ready, media: { ...lines.ready.media, isPermissionOverlayVisible: true } },
  },
  {
    name: 'permission awaited',
    path: '/call',
    client: {
      ...statuses.CALLING,
      media: { ...statuses.CALLING.media, isPermissionOverlayVisible: true },
    },
  },
];

const settings: readonly Scene[] = [
  'duringcalls/colors',
  'duringcalls/textformat',
  'duringcalls/media',
  'ringtone',
  'devices',
  'mediamail',
  'about',
].map((page) => ({ name: `settings, ${page}`, path: `/settings/${page}` }));

/** The scenes of people, services, calls and messages. */
export const listScenes: readonly Scene[] = [...people, ...messagesScenes];

/** The scenes of the other pages outside a call. */
export const formScenes: readonly Scene[] = [
  ...signedOut,
  ...dial,
  ...settings,
  {
    name: 'settings, rejectmessages',
    path: '/settings/rejectmessages',
    session: alice({ WEB_REJECT_MESSAGES: 'På bussen, hemma 17\nأنا في اجتماع' }, { mediaPerCall: true }),
  },
  ...entryScenes,
  ...accountScenes(everything, alice()),
  ...startScenes,
  ...webPushScenes,
  ...installableAppScenes,
  { name: 'system information', path: '/about' },
  { name: 'debug log', path: '/log' },
  { name: 'test of camera and sound', path: '/test' },
  ...conformanceScenes,
  ...consoleScenes,
  ...secondFactorScenes,
  ...emergencyScenes,
];

/** All scenes. */
export const scenes: readonly Scene[] = [...callScenes, ...formScenes, ...listScenes];
