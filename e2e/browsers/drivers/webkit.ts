/** WebKitGTK's MiniBrowser, driven by WebDriver (W3C) on a virtual screen. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { Builder, By, Key, until, type WebDriver } from 'selenium-webdriver';
import { freePort, untilItListens } from '../../support/server/ports.ts';
import { type DrivenPage, type Driver, WAIT_MS } from './driver.ts';

/** How long a page may load on a busy machine. */
const LOAD_MS = 30_000;
const POLL_MS = 20;

const keys: Readonly<Record<string, string>> = { Enter: Key.ENTER, Backspace: Key.BACK_SPACE };

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

/** Starts an X server that draws into memory. */
async function startScreen(): Promise<{ readonly display: string; stop(): Promise<void> }> {
  const child = spawn(
    '/usr/bin/Xvfb',
    ['-displayfd', '3', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  const output = createInterface({ input: child.stdio[3] as Readable });
  const [number] = (await Promise.race([
    once(output, 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error('Xvfb did not start'))),
  ])) as [string];
  return { display: `:${number}`, stop: () => end(child) };
}

function drive(name: string, session: WebDriver): DrivenPage {
  async function find(xpath: string) {
    const element = await session.wait(
      until.elementLocated(By.xpath(xpath)),
      WAIT_MS,
      `${name}: ${xpath}`,
      POLL_MS,
    );
    await session.wait(until.elementIsVisible(element), WAIT_MS, `${name}: ${xpath} can be seen`, POLL_MS);
    await session.wait(until.elementIsEnabled(element), WAIT_MS, `${name}: ${xpath} can be used`, POLL_MS);
    // The driver itself does not scroll to an element that is just below the window.
    await session.executeScript('arguments[0].scrollIntoView({ block: "nearest" })', element);
    let last = '';
    const isStill = async (): Promise<boolean> => last === (last = JSON.stringify(await element.getRect()));
    // Waits until the element no longer moves: one that appears above it would move it away before the click.
    await session.wait(isStill, WAIT_MS, `${name}: ${xpath} stands still`);
    return element;
  }
  /**
   * Opens an address and waits for the page itself. WebKitWebDriver 2.50 sometimes waits for ever for a page that has
   * loaded, so it is told not to wait.
   */
  async function goTo(address: string): Promise<void> {
    await session.executeScript('window.isEarlierPage = true');
    await session.get(address);
    const isLoaded = async (): Promise<boolean> => {
      const state = 'return !window.isEarlierPage && document.readyState === "complete"';
      // Between two pages there is no place for a script.
      return session.executeScript<boolean>(state).catch(() => false);
    };
    await session.wait(isLoaded, LOAD_MS, `${name}: ${address} is loaded`, POLL_MS);
  }
  const type = (text: string) => session.actions().sendKeys(text).perform();
  return {
    name,
    errors: [],
    goTo,
    async resize(width, height) {
      const outer = session.manage().window();
      const frame = await session.executeScript<number[]>(
        'return [outerWidth - innerWidth, outerHeight - innerHeight]',
      );
      await outer.setRect({ x: 0, y: 0, width: width + (frame[0] ?? 0), height: height + (frame[1] ?? 0) });
    },
    click: async (xpath) => (await find(xpath)).click(),
    async fill(xpath, text) {
      const field = await find(xpath);
      await field.clear();
      await field.sendKeys(text);
    },
    type,
    press: (key) => type(keys[key] ?? key),
    evaluate: (run, argument) =>
      session.executeAsyncScript(
        `const [argument, done] = arguments; Promise.resolve(argument).then(${String(run)}).then(done, (error) => done(Promise.reject(error)));`,
        argument ?? null,
      ),
    async screenshot(path) {
      writeFileSync(path, await session.takeScreenshot(), 'base64');
    },
    // The browser has only this page, which ends with the browser.
    close: () => goTo('about:blank'),
  };
}

export async function startWebKit(binary: string): Promise<Driver> {
  const screen = await startScreen();
  const port = await freePort();
  const webDriver = spawn('/usr/bin/WebKitWebDriver', [`--port=${port}`], {
    // Without a desktop there is neither a graphics card nor an accessibility bus. With WEBKIT_DISABLE_DMABUF_RENDERER on a
    // busy machine, WebKitGTK 2.50 at some time takes no more clicks and makes no more screenshots.
    env: {
      ...process.env,
      DISPLAY: screen.display,
      LANGUAGE: 'en_GB',
      NO_AT_BRIDGE: '1',
      WEBKIT_DMABUF_RENDERER_FORCE_SHM: '1',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  webDriver.stderr.on('data', (data) => (output += data));
  await untilItListens(port, webDriver, () => output);
  const session = await new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities({
      browserName: 'MiniBrowser',
      pageLoadStrategy: 'none',
      'webkitgtk:browserOptions': { binary, args: ['--automation'] },
    })
    .build();
  const name = `WebKitGTK ${(await session.getCapabilities()).getBrowserVersion()}`;
  return {
    name,
    async open(user) {
      await session.manage().deleteAllCookies();
      return drive(`${user} in ${name}`, session);
    },
    async close() {
      await session.quit();
      await end(webDriver);
      await screen.stop();
    },
  };
}
