import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { root } from '../../tools/runtime.mjs';
import { expect, test } from '../support/journey.ts';
import { changeBrand } from '../support/server/change-brand.ts';
import { startSamtalServer } from '../support/server/samtal-server.ts';

/** Texts that set `window.hit` if a page treats them as markup or as an address to open. */
const image = '<img src=x onerror=window.hit=1>';
const script = 'javascript:void(window.hit=1)';

/**
 * The directives of the page's Content-Security-Policy that have blocked something since the page was opened.
 */
const violations = (page: Page): Promise<string[]> => page.evaluate('window.violations');

/** Loads the page again and records from the start what its policy blocks. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const stopped: string[] = [];
    Object.assign(window, { violations: stopped });
    document.addEventListener('securitypolicyviolation', (event) => stopped.push(event.effectiveDirective));
  });
  await page.reload();
}

async function isUnharmed(page: Page): Promise<void> {
  expect(await page.evaluate('window.hit')).toBeUndefined();
  await expect(page.locator('img[src="x"], [onerror]')).toHaveCount(0);
}

/** Makes this browser send `name` as its display name in every request: a phone may choose it freely. */
async function callAs(page: Page, name: string): Promise<void> {
  await page.addInitScript((claimed) => {
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (data) {
      const isText = typeof data === 'string';
      send.call(this, isText ? data.replace(/^From: (?:"[^"]*" ?)?</m, `From: "${claimed}" <`) : data);
    };
  }, name);
  await page.reload();
}

test('ROUTE-14 A-105 markup in a name and in the text of a call stays text, leads nowhere else, and the policy has nothing to block', async ({
  person,
  server,
}) => {
  const bobby = await person('bobby');
  // Bobby does not know Alice's name by the organisation, but only by what her phone says.
  await changeBrand(bobby.page, ({ features }) => ({ features: { ...features, colleagueNames: false } }));
  await bobby.page.reload();
  await bobby.page.evaluate(() => history.replaceState({ returnPath: '/\\elsewhere.example' }, '', '/login'));
  await watch(bobby.page);
  await bobby.isReachable();
  expect(new URL(bobby.page.url()).origin).toBe(server.url);
  const alice = await person('alice');
  await callAs(alice.page, image);
  await alice.isReachable();

  await alice.dial('bobby');
  const ringing = bobby.page.getByRole('alertdialog');
  await expect(ringing).toContainText(image);
  await expect(ringing).toContainText('alice@demo.example');
  await bobby.answer();
  await bobby.hasStatus('ACCEPTED');
  await alice.ownText.fill(`${image}<script>window.hit=1</script>`);
  await expect(bobby.incomingText).toContainText(`${image}<script>window.hit=1</script>`);
  await expect(bobby.page.getByRole('main')).toContainText('alice@demo.example');
  await isUnharmed(bobby.page);
  expect(await violations(bobby.page)).toEqual([]);
  await alice.hangUp();

  await callAs(alice.page, 'carol@demo.example');
  await alice.dial('bobby');
  await expect(ringing).toContainText('alice@demo.example');
  await expect(ringing).not.toContainText('carol');
});

test('D23 a brand whose link leads to a script is refused by the server, and by a page that gets it all the same', async ({
  page,
  server,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'samtal-brand-'));
  cpSync(join(root, 'apps/server/branding'), folder, { recursive: true });
  const brand = { links: { extraInfo: { url: script, text: 'More' } } };
  writeFileSync(join(folder, 'brand.json'), JSON.stringify(brand));
  await expect(startSamtalServer({ BRANDING_DIR: folder })).rejects.toThrow('links.extraInfo.url');
  rmSync(folder, { recursive: true });

  await page.route('**/branding/brand.json*', (route) => route.fulfill({ json: brand }));
  await page.goto(server.url);
  await expect(page.getByRole('button', { name: 'Reload the page' })).toBeVisible();
  await expect(page.locator('a')).toHaveCount(0);
});

test('D23 an operator’s texts stay texts, and no script, style or address of another origin is allowed', async ({
  page,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'samtal-brand-'));
  cpSync(join(root, 'apps/server/branding'), folder, { recursive: true });
  const link = { url: '/terms.html', text: image };
  const brand = {
    name: image,
    copyright: image,
    features: { footer: true, call: true },
    links: { extraInfo: link, dataHandling: link },
    registration: { enabled: true, infoText: image, licenseUrl: '/terms.html' },
  };
  writeFileSync(join(folder, 'brand.json'), JSON.stringify(brand));
  const server = await startSamtalServer({ BRANDING_DIR: folder });
  const answer = await page.goto(server.url);
  expect(answer?.headers()['content-security-policy']).toMatch(
    /default-src 'none'; script-src 'self'; .*frame-ancestors 'none'/,
  );
  await watch(page);
  await expect(page.getByRole('main')).toContainText(image);
  const links = page.getByRole('link', { name: image });
  await expect(links).toHaveCount(2);
  await isUnharmed(page);
  await page.goto(`${server.url}/registration`);
  await expect(page.getByText(image).first()).toBeVisible();
  await isUnharmed(page);

  await page.evaluate(() => {
    const add = (name: 'script' | 'style', fields: object) =>
      document.body.append(Object.assign(document.createElement(name), fields));
    add('script', { textContent: 'window.hit=1' });
    add('script', { src: 'https://elsewhere.example/x.js' });
    add('style', { textContent: 'body{display:none}' });
    document.body.insertAdjacentHTML(
      'beforeend',
      '<b style="color:red" onclick="window.hit=1" id="bait">x</b>',
    );
    document.getElementById('bait')?.click();
    void fetch('https://elsewhere.example/').catch(() => undefined);
  });
  await expect
    .poll(async () => new Set(await violations(page)))
    .toEqual(
      new Set(['script-src-elem', 'style-src-elem', 'script-src-attr', 'style-src-attr', 'connect-src']),
    );
  expect(await page.evaluate('window.hit')).toBeUndefined();
  const allows = (feature: string) => page.evaluate(`document.featurePolicy.allowsFeature('${feature}')`);
  for (const needed of ['camera', 'microphone', 'geolocation']) expect(await allows(needed)).toBe(true);
  for (const refused of ['payment', 'usb']) expect(await allows(refused)).toBe(false);
  expect(await page.context().cookies()).toEqual([]);
  await server.dispose();
  rmSync(folder, { recursive: true });
});

test('a page of another origin can neither embed, ask nor call', async ({ page, server }) => {
  const target = JSON.stringify(server.url);
  const html = `<!doctype html><iframe id="bait" src=${target}></iframe>`;
  const elsewhere = createServer((_request, response) =>
    response.setHeader('Content-Type', 'text/html').end(html),
  );
  elsewhere.listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`);
  await expect.poll(() => page.frames().at(-1)?.url()).toMatch(/^chrome-error:/);
  const outcome = await page.evaluate(async (url) => {
    const body = '{"username":"alice","password":"demo1234","force":true,"willUseSipRegistration":true}';
    const asked = await fetch(`${url}/userApi/user/api/user/login`, { method: 'POST', body }).then(
      (answer) => answer.text(),
      () => 'refused',
    );
    const socket = new WebSocket(`${url.replace('http', 'ws')}/sip`, 'sip');
    const called = await new Promise((resolve) => {
      socket.addEventListener('open', () => resolve('open'));
      socket.addEventListener('error', () => resolve('refused'));
    });
    return { asked, called };
  }, server.url);
  expect(outcome).toEqual({ asked: 'refused', called: 'refused' });
  elsewhere.closeAllConnections();
  elsewhere.close();
});

test('A-039 the SIP listener takes the own origin and programs without one, and no other', async ({
  server,
}) => {
  const dial = (origin: string | undefined) =>
    new Promise<number | undefined>((resolve) => {
      const headers = {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Protocol': 'sip',
        ...(origin !== undefined && { Origin: origin }),
      };
      const upgrade = ask(`${server.url}/sip`, { headers });
      upgrade.once('upgrade', ({ statusCode }, socket) => {
        socket.destroy();
        resolve(statusCode);
      });
      upgrade.once('response', ({ statusCode }) => resolve(statusCode));
      upgrade.end();
    });
  const { url, port } = server;
  for (const good of [undefined, url]) expect([good, await dial(good)]).toEqual([good, 101]);
  for (const bad of [
    'https://elsewhere.example',
    'null',
    '',
    `http://127.0.0.1:${port + 1}`,
    `http://localhost:${port}`,
    `http://127.0.0.1:${port}.elsewhere.example`,
    `http://elsewhere.example/127.0.0.1:${port}`,
  ])
    expect([bad, await dial(bad)]).toEqual([bad, 403]);
});

test('ROUTE-14 no address of this server leads to another one', async ({ request, server }) => {
  for (const path of [
    '//elsewhere.example',
    '/%5celsewhere.example',
    '/login?origin=https://elsewhere.example',
  ]) {
    const answer = await request.get(`${server.url}${path}`, { maxRedirects: 0 });
    expect([path, Math.floor(answer.status() / 100)]).not.toEqual([path, 3]);
    expect(answer.headers()).not.toHaveProperty('location');
  }
});
