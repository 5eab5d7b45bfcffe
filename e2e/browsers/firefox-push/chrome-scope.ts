import type { Browser } from 'puppeteer-core';

/** The part of Puppeteer's connection that it does not publish: WebDriver BiDi with Firefox's extensions. */
type BidiConnection = {
  send(method: string, parameters: object): Promise<{ readonly result: Readonly<Record<string, unknown>> }>;
};

export const bidiOf = (browser: Browser): BidiConnection =>
  (browser as unknown as { readonly connection: BidiConnection }).connection;

type Evaluation = {
  readonly type: 'success' | 'exception';
  readonly result?: { readonly value?: string };
  readonly exceptionDetails?: { readonly text: string };
};

const BROWSER_WINDOW = 'chrome://browser/content/browser.xhtml';

/** The id of Firefox's own window; undefined in versions that do not show it to tests, such as 140. */
export async function findFirefoxWindow(browser: Browser): Promise<string | undefined> {
  const { result: tree } = await bidiOf(browser).send('browsingContext.getTree', { 'moz:scope': 'chrome' });
  const contexts = tree['contexts'] as readonly { readonly context: string; readonly url: string }[];
  return contexts.find(({ url }) => url === BROWSER_WINDOW)?.context;
}

/**
 * Calls a function in the window of Firefox itself, where it may do what Firefox's own code may do; argument
 * and result are JSON values. Firefox must be started with `--remote-allow-system-access`.
 */
export async function inFirefox<Result, Argument = undefined>(
  browser: Browser,
  run: (argument: Argument) => Result | Promise<Result>,
  argument?: Argument,
): Promise<Result> {
  const window = await findFirefoxWindow(browser);
  if (window === undefined) throw new Error('Firefox has no window');
  const call = `(${String(run)})(${JSON.stringify(argument)})`;
  const evaluated = await bidiOf(browser).send('script.evaluate', {
    expression: `Promise.resolve(${call}).then((value) => JSON.stringify(value ?? null))`,
    target: { context: window },
    awaitPromise: true,
  });
  const { type, result, exceptionDetails } = evaluated.result as Evaluation;
  if (type === 'exception') throw new Error(`in Firefox: ${exceptionDetails?.text}`);
  return JSON.parse(result?.value ?? 'null') as Result;
}
