/** Firefox, driven by WebDriver BiDi over the browser's own WebSocket (W3C; no other programme is needed). */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const places = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/snap/bin/firefox'];

/** The path of a Firefox that can run a measurement; `FIREFOX_PATH` wins. */
export const findFirefox = (): string | undefined =>
  [process.env['FIREFOX_PATH'] ?? '', ...places].find((path) => path !== '' && existsSync(path));

/** Fake devices, no questions, addresses of this machine alone. */
const prefs: Readonly<Record<string, boolean | number | string>> = {
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

type Answer = { readonly id?: number; readonly result?: Record<string, unknown>; readonly message?: string };

/** Commands of the protocol, answered in whatever order the browser likes. */
async function connect(address: string) {
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const waiting = new Map<number, (answer: Answer) => void>();
  let lastId = 0;
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    waiting.get(answer.id ?? -1)?.(answer);
  });
  return async (method: string, params: object): Promise<Record<string, unknown>> => {
    const id = ++lastId;
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { result, message } = await answered;
    waiting.delete(id);
    if (result === undefined) throw new Error(`${method}: ${message}`);
    return result;
  };
}

async function addressOf(browser: ChildProcess): Promise<string> {
  if (browser.stderr === null) throw new Error('Firefox has no output');
  for await (const line of createInterface({ input: browser.stderr })) {
    const address = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error('Firefox ended without a word');
}

export type FirefoxPage = {
  /** `Firefox/153.0`, as the browser names itself. */
  readonly name: string;
  /** Calls a function in the page; its argument and its result are whatever JSON can hold. */
  evaluate<Result, Argument = undefined>(
    run: (argument: Argument) => Result | Promise<Result>,
    argument?: Argument,
  ): Promise<Result>;
  /** One key down and up, as from a keyboard. */
  press(key: string): Promise<void>;
  close(): Promise<void>;
};

/** One page of a Firefox of its own, without a window. */
export async function openFirefox(path: string, url: string): Promise<FirefoxPage> {
  const profile = mkdtempSync(join(tmpdir(), 'samtal-firefox-'));
  const lines = Object.entries(prefs).map(([key, value]) => `user_pref("${key}", ${JSON.stringify(value)});`);
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const flags = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const browser = spawn(path, [...flags, 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const send = await connect(`${await addressOf(browser)}/session`);
  browser.stderr?.resume();
  const { capabilities } = (await send('session.new', { capabilities: {} })) as {
    capabilities: { browserVersion: string };
  };
  const { contexts } = (await send('browsingContext.getTree', {})) as {
    contexts: readonly [{ context: string }];
  };
  const [{ context }] = contexts;
  await send('browsingContext.navigate', { context, url, wait: 'complete' });
  const keys: Readonly<Record<string, string>> = { Enter: '\uE007', Backspace: '\uE003' };
  return {
    name: `Firefox/${capabilities.browserVersion}`,
    async evaluate<Result, Argument>(
      run: (argument: Argument) => Result | Promise<Result>,
      argument?: Argument,
    ) {
      const { result, exceptionDetails } = (await send('script.callFunction', {
        functionDeclaration: `async (json) => JSON.stringify(await (${String(run)})(json && JSON.parse(json)) ?? null)`,
        arguments: [{ type: 'string', value: argument === undefined ? '' : JSON.stringify(argument) }],
        awaitPromise: true,
        target: { context },
      })) as { result?: { value: string }; exceptionDetails?: { text: string } };
      if (result === undefined) throw new Error(exceptionDetails?.text);
      return JSON.parse(result.value) as Result;
    },
    async press(key) {
      const value = keys[key] ?? key;
      const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value }));
      await send('input.performActions', { context, actions: [{ type: 'key', id: 'keyboard', actions }] });
    },
    async close() {
      const gone = once(browser, 'exit');
      browser.kill();
      await gone;
      rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
