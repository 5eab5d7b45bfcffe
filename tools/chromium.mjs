import { existsSync } from 'node:fs';

/** Paths of Chromium or Chrome on Debian, Fedora, Snap, macOS and Windows; `CHROMIUM_PATH` comes first. */
const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** @returns {string | undefined} the path of a browser that can run the tests */
export function findChromium() {
  const asked = process.env['CHROMIUM_PATH'];
  return [...(asked ? [asked] : []), ...places].find((path) => existsSync(path));
}

/** Debian's Chromium without windows, tabs, notifications and questions to the user. */
const shell = '/usr/bin/chromium-headless-shell';

/**
 * @returns {string | undefined} the path of the Chromium of the tests that need only pages: one without windows where
 * there is one, because it takes an eighth less processor time for the same tests
 */
export function findPageChromium() {
  return process.env['CHROMIUM_PATH'] || !existsSync(shell) ? findChromium() : shell;
}

/**
 * Parts of Chromium that the tests switch off. Chromium takes only the last `--disable-features`, so the list
 * repeats what Playwright switches off itself.
 */
const unusedFeatures = [
  // Since Chromium 156 each new window draws the list below its address bar ahead of time, as a page in a process
  // of its own: one second of processor time for every browser context.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // Switched off by Playwright 1.65.
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** Flags of every test browser: no background network traffic, fake devices, host candidates on loopback. */
export const chromiumFlags = [
  `--disable-features=${unusedFeatures.join()}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--allow-loopback-in-peer-connection',
  '--autoplay-policy=no-user-gesture-required',
];

/**
 * @param {number} fps frames a second of the fake camera; few take little processor time
 * @returns a flag of a test browser, to stand after `chromiumFlags`
 */
export const slowCamera = (fps) => `--use-fake-device-for-media-stream=fps=${fps}`;
