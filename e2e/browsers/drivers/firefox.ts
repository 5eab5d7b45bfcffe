/** Unmodified Firefox, driven by Puppeteer over WebDriver BiDi (docs/decisions/0008). */
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, type ElementHandle, type KeyInput, launch, type Page } from 'puppeteer-core';
import { installWitness } from '../../support/page/witness.ts';
import { type DrivenPage, type Driver, WAIT_MS } from './driver.ts';

type Preferences = Readonly<Record<string, string | number | boolean>>;

/** Preferences: fake devices, no permission prompts, host candidates with addresses and also on loopback. */
const preferences: Preferences = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'media.peerconnection.ice.loopback': true,
  'media.peerconnection.ice.obfuscate_host_addresses': false,
  'media.autoplay.default': 0,
  'media.autoplay.blocking_policy': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.update.auto': false,
  'intl.accept_languages': 'en-GB',
};

const LOOK_AGAIN_MS = 50;
const SIZE = [1280, 800] as const;

/**
 * Sets the size of the viewport. Firefox ESR accepts it, but refuses the screen orientation that Puppeteer
 * sets afterwards.
 */
async function resize(page: Page, width: number, height: number): Promise<void> {
  try {
    await page.setViewport({ width, height });
  } catch (error) {
    if (!String(error).includes('unknown command emulation.setScreenOrientationOverride')) throw error;
  }
}

/**
 * Waits for a usable element. Puppeteer's own locators evaluate text as code, which the page's CSP forbids.
 */
async function find(page: Page, xpath: string): Promise<ElementHandle<HTMLInputElement>> {
  const isUsable = async (element: ElementHandle): Promise<boolean> =>
    (await element.isVisible()) && (await element.evaluate((control) => !control.matches(':disabled')));
  for (const lastLook = Date.now() + WAIT_MS; Date.now() < lastLook; await pause(LOOK_AGAIN_MS)) {
    const element = await page.$(`xpath/${xpath}`);
    if (element !== null && (await isUsable(element))) return element as ElementHandle<HTMLInputElement>;
  }
  throw new Error(`no usable element at ${xpath}`);
}

/**
 * Types text. Firefox drops the key events of characters such as emoji, so these are inserted without keys.
 */
async function type(page: Page, text: string): Promise<void> {
  for (const character of text)
    await (character.length > 1 ? page.keyboard.sendCharacter(character) : page.keyboard.type(character));
}

async function fill(page: Page, xpath: string, text: string): Promise<void> {
  const element = await find(page, xpath);
  await element.evaluate((field) => {
    field.focus();
    field.select();
  });
  await (text === '' ? page.keyboard.press('Backspace') : page.keyboard.type(text));
}

/** Firefox up to 140 reports an event stream that ends with its page as an error of the page. */
const isEndedStream = (error: unknown): boolean =>
  String(error).endsWith('was interrupted while the page was loading.');

/** Firefox reports a picture that leaves the page while the service worker fetches it as an error of the page. */
const isGonePicture = (error: unknown): boolean =>
  /Failed to load .*\.(svg|png|jpg)\b.* A ServiceWorker intercepted the request and encountered an unexpected error/.test(
    String(error),
  );

/** A page as a test drives it; `close` closes its container with all that is stored in it. */
export async function drive(name: string, page: Page): Promise<DrivenPage> {
  await resize(page, ...SIZE);
  const errors: string[] = [];
  page.on('pageerror', (error) => {
    if (!isEndedStream(error) && !isGonePicture(error)) errors.push(String(error));
  });
  return {
    name,
    errors,
    goTo: async (address) => void (await page.goto(address)),
    resize: (width, height) => resize(page, width, height),
    click: async (xpath) => (await find(page, xpath)).click(),
    fill: (xpath, text) => fill(page, xpath, text),
    type: (text) => type(page, text),
    press: (key) => page.keyboard.press(key as KeyInput),
    evaluate: (run, argument) => page.evaluate(run as never, argument as never),
    screenshot: async (path) => void (await page.screenshot({ path })),
    close: () => page.browserContext().close(),
  };
}

/** Starts Firefox with the preferences of all tests, and with those and the arguments of one test. */
export const launchFirefox = (
  executablePath: string,
  { further = {}, args = [] }: { further?: Preferences; args?: string[] } = {},
): Promise<Browser> =>
  launch({
    browser: 'firefox',
    executablePath,
    defaultViewport: null,
    args,
    extraPrefsFirefox: { ...preferences, ...further },
  });

/** `Firefox 140.12.0` */
export const nameOf = async (browser: Browser): Promise<string> =>
  (await browser.version()).replace('firefox/', 'Firefox ');

export async function startFirefox(executablePath: string): Promise<Driver> {
  const browser = await launchFirefox(executablePath);
  const name = await nameOf(browser);
  return {
    name,
    async open(user) {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      const driven = await drive(`${user} in ${name}`, page);
      await installWitness({ addInitScript: (script) => page.evaluateOnNewDocument(script) });
      return driven;
    },
    close: () => browser.close(),
  };
}
