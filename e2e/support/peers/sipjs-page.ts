import { fileURLToPath } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { build } from 'vite';
import { sipSecret } from './sip-secret.ts';

const entry = fileURLToPath(new URL('../../sipjs-peer/peer.ts', import.meta.url));
let script: Promise<string> | undefined;

async function bundle(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: false, rolldownOptions: { input: entry, output: { format: 'iife' } } },
  });
  const output = Array.isArray(result) ? result[0] : result;
  if (output === undefined || !('output' in output)) throw new Error('the bundle is empty');
  return output.output[0].code;
}

/** A page on the server's own origin whose only script is the SIP.js peer. */
export async function openSipJsPage(browser: Browser, url: string): Promise<Page> {
  script ??= bundle();
  const content = await script;
  // The server's CSP allows only its own scripts, and this peer is none of them.
  const context = await browser.newContext({ permissions: ['camera', 'microphone'], bypassCSP: true });
  const page = await context.newPage();
  await page.goto(`${url}/health`);
  await page.addScriptTag({ content });
  return page;
}

/** A SIP.js page that is registered as this user. */
export async function withSipJs(browser: Browser, url: string, name: string): Promise<Page> {
  const peer = await openSipJsPage(browser, url);
  const account = [`${url.replace('http', 'ws')}/sip`, `${name}@demo.example`, name] as const;
  const secret = await sipSecret(url, name);
  await peer.evaluate(
    ([server, address, user, password]) => window.peer.register(server, address, user, password),
    [...account, secret] as [string, string, string, string],
  );
  return peer;
}
