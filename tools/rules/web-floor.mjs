/**
 * Checks that the built web app runs in the oldest supported browsers (docs/decisions/0007-browsers.md).
 * Looks up every name of an API, and each part of a style sheet, in MDN's compatibility data. A name that
 * several APIs share counts as newer only if all of them are newer, so no name is reported wrongly; tests in
 * old browsers find the rest.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../runtime.mjs';
import { readCompatibility } from './compatibility.mjs';
import { createScriptReader } from './newer-scripts.mjs';
import { createStyleReader } from './newer-styles.mjs';

const floor = { chrome: '107', firefox: '128', safari_ios: '15.2' };

/** Names that apps/web/src/polyfills adds to pages, but not to workers. */
const filled = [
  '.at',
  '.findLast',
  '.findLastIndex',
  '.randomUUID',
  '.requestVideoFrameCallback',
  '.showModal',
  '.toReversed',
  '.toSorted',
  '.toSpliced',
  '.with',
  'AbortSignal.any',
  'AbortSignal.timeout',
  'BroadcastChannel',
  'Object.hasOwn',
  'URL.canParse',
];

/**
 * Names that are newer than the oldest browsers, and what happens without them: the code tests for them
 * before use, or they are in library code that Samtal never runs.
 */
const optional = {
  Notification: 'call notifications, only where the browser has them',
  '.requestPermission': 'as above',
  '.getSubscription': 'no calls while the page is closed',
  '.registerProtocolHandler': 'no card for links of other pages',
  '.showNotification': 'as above',
  '.getNotifications': 'as above',
  '.navigationPreload': 'a page is asked for when the worker has started',
  '.setAppBadge': 'no number on the icon of the app',
  '.clearAppBadge': 'as above',
  '.userChoice': 'the browser does not ask whether to install the app',
  '.launchQueue': 'a launch opens another window',
  '.setConsumer': 'as above',
  '.exitFullscreen': 'no button without full screen',
  '.requestFullscreen': 'as above',
  '.fullscreenElement': 'as above',
  '.hardwareConcurrency': 'unknown: the camera is asked for 480p',
  '.hasBeenActive': 'unknown counts as pressed',
  '.isActive': 'as above',
  '.getTransports': 'a passkey is asked for on all ways',
  '.getPublicKey': 'the server reads the key in the attestation',
  '.getPublicKeyAlgorithm': 'as above',
  '.getAuthenticatorData': 'as above',
  'PublicKeyCredential.getClientCapabilities':
    'only for passkeys in place of the password, which are not offered',
  'PublicKeyCredential.isConditionalMediationAvailable': 'as above',
  '.released': 'without wake locks the screen may go dark',
  '.wakeLock': 'as above',
  '.saveData': 'unknown: pages are fetched ahead',
  '.getDisplayMedia': 'no button to share the screen',
  '.iceTransport': 'after a move to other addresses the picture is back a second later',
  '.setSinkId': 'no choice of speakers',
  '.sinkId': 'as above',
  OverconstrainedError: 'the name of an error',
  '.createObjectURL': 'Papa Parse makes the address of its worker: Samtal starts none',
  '.borderBoxSize': 'without it @tanstack/react-virtual measures by itself',
  '.animation': 'view transitions of React: the product has none',
  '.skipTransition': 'as above',
  '.canIntercept': 'navigation of React: the product uses wouter',
  '.currentEntry': 'as above',
  '.delay': 'a property of events in React',
  '.downlink': 'React measures the loading of images where it can',
  '.transferSize': 'as above',
  '.popover': 'an attribute in React',
  Profiler: 'a component of React',
  reportError: 'React tests for it',
  '.detect': 'language detectors of i18next: the product has its own',
  'Error.captureStackTrace': 'zod tests for it',
};

/** Parts of style sheets that are newer than the oldest browsers, and how a page looks without them. */
const graceful = {
  ':backdrop': 'the shadow of the dialog darkens the page (polyfills/modal-dialogs.css)',
  ':focus-visible': "iOS 15.2 draws the browser's own ring",
  ':has': 'iOS 15.2 shows a state by its icon only',
  '@container': 'the window width decides (see @supports beside each)',
  '@media (forced-colors)': 'no such mode',
  '1cqb': 'see @container',
  '1cqi': 'see @container',
  '1dvh': 'tokens.css has vh',
  '1lh': 'an em and a half',
  'accent-color': "the browser's own colour",
  'align-content: safe': 'centred',
  'align-self: start': 'as wide as the column',
  container: 'see @container',
  'container-type': 'see @container',
  cursor: 'touch screens have none',
  'field-sizing': 'the field of one box has two lines',
  'field-sizing: content': 'see field-sizing',
  'font-family: ui-monospace': 'the next family in the list',
  'forced-color-adjust': 'no such mode',
  'justify-content: safe': 'centred',
  'overflow-anchor': 'the list may jump once',
  'overflow-wrap: anywhere': 'reset.css has word-break',
  'overscroll-behavior': 'the page moves at the end of a list',
  resize: 'the field keeps its height',
  'round()': 'a line may be cut at the edge of a field',
  'scroll-behavior': 'no smooth scrolling',
  'scrollbar-color': "the browser's own colours",
  'text-size-adjust': 'has its prefix as well',
  'text-wrap': 'headings break at the end of a line',
};

const dist = join(root, 'apps/web/dist');
const read = (file) => readFileSync(join(dist, file), 'utf8');

/** The names in each built file that are newer than the oldest browsers. */
function findNewer() {
  const compatibility = readCompatibility(floor);
  const scripts = createScriptReader(compatibility);
  const styles = createStyleReader(compatibility);
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' });
  const parsed = files
    .filter((file) => file.endsWith('.js'))
    .map((file) => ({ file, nodes: scripts.parse(read(file)) }));
  const own = new Set(
    parsed
      .filter(({ file }) => !file.includes('polyfills-'))
      .flatMap(({ nodes }) => [...scripts.ownNames(nodes)]),
  );
  return [
    ...parsed.map(({ file, nodes }) => ({ file, names: scripts.newerIn(nodes, own) })),
    ...files
      .filter((file) => file.endsWith('.css'))
      .map((file) => ({ file, names: styles.newerIn(read(file)) })),
  ];
}

/** The entry of `list` for `name`; an entry such as `cursor` covers every value of this property. */
const entryFor = (list, name) => [name, name.split(':')[0]].find((entry) => Object.hasOwn(list, entry));

/** @returns {{ code: number, output: string }} */
export function checkFloor() {
  const inPages = Object.fromEntries(filled.map((name) => [name, 'filled in']));
  const seen = new Set();
  const problems = [];
  for (const { file, names } of findNewer()) {
    const lists = file.endsWith('.css') ? [graceful] : [optional, /worker/.test(file) ? {} : inPages];
    for (const name of names) {
      const entry = lists.map((list) => entryFor(list, name)).find((found) => found !== undefined);
      if (entry === undefined) problems.push(`${file}: ${name} is newer than the oldest browsers`);
      else seen.add(entry);
    }
  }
  const listed = Object.keys({ ...inPages, ...optional, ...graceful });
  for (const name of listed) if (!seen.has(name)) problems.push(`${name} is listed but no longer used`);
  const output = Object.entries(floor)
    .map(([browser, version]) => `${browser} ${version}`)
    .join(', ');
  return problems.length === 0 ? { code: 0, output } : { code: 1, output: problems.join('\n') };
}
