import { alice, aliceAsShipped, everything } from '../testing/alice.ts';
import {
  cutOff,
  endedWithText,
  inCall,
  lines,
  muchText,
  statuses,
  talking,
  undelivered,
} from '../testing/call-states.ts';
import { connections } from '../testing/connections.ts';
import { accountScenes } from './accounts-scenes.ts';
import { entryScenes } from './entry-scenes.ts';
import { messagesScenes } from './messages-scenes.ts';
import { people } from './people-scenes.ts';
import type { Scene } from './scene.ts';

const signedOut: readonly Scene[] = [
  { name: 'login', path: '/login', session: { phase: 'signedOut' } },
  {
    name: 'login, wrong password',
    path: '/login',
    session: { phase: 'signedOut', loginFailure: { key: 'error.usernameorpassword' } },
  },
  { name: 'login, session ended', path: '/login', session: { phase: 'signedOut', wasEnded: true } },
  { name: 'login, no WebRTC', path: '/login', session: { phase: 'signedOut' }, hasWebRtc: false },
  { name: 'signing in', path: '/login', session: { phase: 'signingIn' } },
  { name: 'signing out', path: '/call', session: { phase: 'signingOut', was: alice() } },
];

const dial: readonly Scene[] = [
  ...Object.entries(lines).map(([word, client]) => ({ name: `dial, ${word}`, path: '/call', client })),
  {
    name: 'dial, permission denied',
    path: '/call',
    client: { ...lines.ready, media: { ...lines.ready.media, isDenied: true } },
    alerts: [{ id: 'permissionError', type: 'danger', message: { key: 'error.acquiremedia' } }],
  },
  { name: 'dial, menu open', path: '/call', press: ['menu.menu'] },
  { name: 'logout, asked', path: '/call', press: ['menu.logout'] },
];

const layouts: readonly Scene[] = ['over/under', 'side by side', 'one box'].map((layout) => ({
  name: `in call, ${layout}`,
  path: '/call',
  session: alice({ WEB_CHAT_LAYOUT: layout }),
  client: inCall(),
}));

/** The text of a call as the shipped brand shows it, and what its buttons open. */
const shipped: readonly Scene[] = [
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
  { name: 'ended, connection lost', path: '/call', client: cutOff },
  {
    name: 'ended, text of 140 pixels',
    path: '/call',
    session: alice({ WEB_TEXT_SIZE: '140', WEB_FONT: 'verdana' }),
    client: endedWithText,
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
  { name: 'in call, connection explained', path: '/call', client: inCall(), press: ['quality.details'] },
  { name: 'in call, text options', path: '/call', client: inCall(), press: ['text.options'] },
  { name: 'in call, dialpad', path: '/call', client: inCall({}, { isDialerVisible: true }) },
  { name: 'in call, more', path: '/call', client: inCall({}, { isMoreVisible: true }) },
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

/** The scenes of the pages outside a call. */
export const pageScenes: readonly Scene[] = [
  ...signedOut,
  ...dial,
  ...settings,
  ...entryScenes,
  ...people,
  ...messagesScenes,
  ...accountScenes(everything, alice()),
  { name: 'system information', path: '/about' },
  { name: 'debug log', path: '/log' },
  { name: 'test of camera and sound', path: '/test' },
];

/** All scenes. */
export const scenes: readonly Scene[] = [...callScenes, ...pageScenes];
