/** The browsers that run the journeys of `e2e/browsers`, and how to install them on this machine. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium, findPageChromium } from './chromium.mjs';
import { ensureDebianPackages } from './debian.mjs';
import { ensureOldChromium, findOldChromium, oldChromiums } from './old-chromium.mjs';

/** Paths of Firefox on Debian, Fedora, Snap, macOS and Windows; `FIREFOX_PATH` comes first. */
const firefoxes = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/snap/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

/** @returns {string | undefined} the path of a Firefox that can run the tests */
export const findFirefox = () =>
  [process.env['FIREFOX_PATH'] ?? '', ...firefoxes].find((path) => path !== '' && existsSync(path));

/**
 * Installs Chromium, and the one without windows, if one is missing and this user may do so.
 * @returns {boolean} whether there is a Chromium; the tests need both only to be quicker
 */
export function ensureChromium() {
  ensureDebianPackages(
    ['chromium', 'chromium-headless-shell'],
    () => findChromium() !== undefined && findPageChromium() !== findChromium(),
  );
  return findChromium() !== undefined;
}

/** @returns {boolean} whether Firefox can be used; installs it if necessary */
export const ensureFirefox = () => ensureDebianPackages(['firefox-esr'], () => findFirefox() !== undefined);

/**
 * Paths of WebKitGTK's MiniBrowser, which Debian installs in the library folder of the machine's
 * architecture.
 */
const miniBrowsers = ['webkitgtk-6.0/MiniBrowser', 'webkit2gtk-4.1/MiniBrowser'];

/**
 * @returns {string | undefined} the path of a WebKitGTK browser; undefined if it, its driver or Xvfb is
 * missing
 */
export function findWebKit() {
  if (!['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'].every((path) => existsSync(path))) return undefined;
  const folders = readdirSync('/usr/lib').map((name) => join('/usr/lib', name));
  return folders
    .flatMap((folder) => miniBrowsers.map((name) => join(folder, name)))
    .find((path) => existsSync(path));
}

/**
 * @typedef {object} TestBrowser
 * @property {string} name
 * @property {'chromium' | 'firefox' | 'webkit'} kind
 * @property {string} from what to install, or where the browser is fetched from
 * @property {() => string | undefined} find the path of its program
 * @property {() => boolean | Promise<boolean>} ensure installs it if necessary; returns whether it can be
 * used
 */

/** @type {TestBrowser[]} */
export const testBrowsers = [
  ...oldChromiums.map((version) => ({
    name: `Chromium ${version.split('.')[0]}`,
    kind: /** @type {const} */ ('chromium'),
    from: 'npm, for Linux on x64',
    find: () => findOldChromium(version),
    ensure: () => ensureOldChromium(version),
  })),
  {
    name: 'Chromium of this machine',
    kind: 'chromium',
    from: 'Debian: chromium',
    find: findChromium,
    ensure: ensureChromium,
  },
  {
    name: 'Firefox',
    kind: 'firefox',
    from: 'Debian: firefox-esr',
    find: findFirefox,
    ensure: ensureFirefox,
  },
  {
    name: 'WebKitGTK',
    kind: 'webkit',
    from: 'Debian: webkit2gtk-driver, xvfb',
    find: findWebKit,
    ensure: () => ensureDebianPackages(['webkit2gtk-driver', 'xvfb'], () => findWebKit() !== undefined),
  },
];

/**
 * Installs missing browsers; resolves to a line that names the browsers that cannot be tested on this
 * machine.
 */
export async function ensureTestBrowsers() {
  const missing = [];
  for (const { name, from, ensure } of testBrowsers) if (!(await ensure())) missing.push(`${name} (${from})`);
  return missing.length === 0 ? undefined : `not tried here: ${missing.join('; ')}`;
}
