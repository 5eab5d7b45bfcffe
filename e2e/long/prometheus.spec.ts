import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import type { PhoneDialog } from '../../apps/server/src/sip/testing/scripted-phone.ts';
import {
  startPushService,
  type TestPushService,
} from '../../apps/server/src/web-push/testing/push-service.ts';
import { root } from '../../tools/runtime.mjs';
import { signIn } from '../support/page/user-api.ts';
import {
  exchange,
  makeCall,
  type Phone,
  registerPhone,
  ring,
  TEXT,
  VOICE_AND_TEXT,
} from '../support/server/monitored-phones.ts';
import { freePort } from '../support/server/ports.ts';
import { hasPrometheus, type Prometheus, startPrometheus } from '../support/server/prometheus.ts';
import { type SamtalServer, startSamtalServer } from '../support/server/samtal-server.ts';

test.describe.configure({ timeout: 600_000 });

let server: SamtalServer;
let prometheus: Prometheus;
let pushes: TestPushService;

test.beforeEach(async () => {
  test.skip(
    !hasPrometheus(),
    'Prometheus is not installed and may not be installed here (Debian: prometheus).',
  );
  const port = await freePort();
  pushes = await startPushService();
  server = await startSamtalServer({
    METRICS_PORT: String(port),
    PUSH_SERVICES: pushes.origin,
    // No mail server listens there.
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'calls@demo.example',
    PUBLIC_URL: 'http://127.0.0.1',
  });
  prometheus = await startPrometheus(port);
});
test.afterEach(async () => {
  await prometheus?.stop();
  await server?.dispose();
  await pushes?.close();
});

type Panel = { readonly title: string; readonly targets: readonly { readonly expr: string }[] };
const { panels } = JSON.parse(
  readFileSync(join(root, 'deploy/monitoring/samtal-dashboard.json'), 'utf8'),
) as { panels: Panel[] };

/** An answered call with text, and one that is refused with `status`. */
async function callBothWays(status: number): Promise<void> {
  const [alice, bobby] = [await registerPhone(server, 'alice'), await registerPhone(server, 'bobby')];
  const call = await makeCall(alice, bobby, 'bobby', VOICE_AND_TEXT);
  await exchange({ from: alice, to: bobby }, call.caller, 'MESSAGE', 'hej');
  await exchange({ from: alice, to: bobby }, call.caller, 'BYE');
  bobby.respond(await ring(alice, bobby, 'bobby', TEXT), status);
  await expect.poll(() => alice.statuses('INVITE').at(-1)).toBe(status);
  alice.drop();
  bobby.drop();
}

test('D92 every query of every panel answers data about a server that is used', async () => {
  await callBothWays(486);
  await expect.poll(async () => (await prometheus.query('samtal_ready')).length, { timeout: 60_000 }).toBe(3);
  await callBothWays(486);
  await fetch(`${server.url}/health`);
  const queries = panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ title, expr })));
  expect(queries.length).toBeGreaterThan(25);
  for (const { title, expr } of queries) {
    // What nothing has happened of yet has no rate: a log without warnings shows an empty panel.
    if (title === 'Warnings and errors of the log') continue;
    await expect
      .poll(
        async () => {
          const samples = await prometheus.query(expr.replaceAll('$__rate_interval', '60s'));
          return samples.filter(({ value }) => Number.isFinite(value)).length;
        },
        { message: `${title}: ${expr}`, timeout: 30_000 },
      )
      .toBeGreaterThan(0);
  }
});

/** Waits until an alert fires; `again` repeats its fault meanwhile. */
const fires = (alert: string, again: () => Promise<void> = () => Promise.resolve()) =>
  expect
    .poll(
      async () => {
        await again();
        return prometheus.firing();
      },
      { message: alert, timeout: 150_000 },
    )
    .toContain(alert);

/** Sends a text, which the other phone answers after a time. */
async function sendText(
  call: { from: Phone; to: Phone; dialog: PhoneDialog },
  status: number,
  afterMs: number,
) {
  const { from, to, dialog } = call;
  const before = to.requests('MESSAGE').length;
  from.requestIn(dialog, 'MESSAGE', { body: 'x' });
  await expect.poll(() => to.requests('MESSAGE').length).toBe(before + 1);
  const [arrived] = to.requests('MESSAGE').slice(-1);
  await wait(afterMs);
  if (arrived !== undefined) to.respond(arrived, status);
}

test('D92 no alert fires on a healthy server, and each fault that can be made here is reported', async () => {
  await callBothWays(486);
  await wait(15_000);
  expect(await prometheus.firing()).toEqual([]);

  const [alice, bobby] = [await registerPhone(server, 'alice'), await registerPhone(server, 'bobby')];
  for (let n = 0; n < 8; n++) bobby.respond(await ring(alice, bobby, 'bobby', TEXT), 500);
  await fires('SamtalCallsFail');

  const { caller: dialog } = await makeCall(alice, bobby, 'bobby', TEXT);
  const call = { from: alice, to: bobby, dialog };
  for (let n = 0; n < 15; n++) await sendText(call, 500, 0);
  await fires('SamtalTextNotDelivered');
  await fires('SamtalTextSlow', () => sendText(call, 200, 1500));

  for (let n = 0; n < 8; n++) {
    const carol = await registerPhone(server, 'carol');
    await makeCall(carol, bobby, 'bobby', TEXT);
    carol.drop();
  }
  await fires('SamtalCallsLost');

  pushes.answer((response) => void response.writeHead(500).end());
  await (await signIn(server.url, 'carol')).subscribe(pushes.subscribe());
  // The server pushes no more calls of one caller in a row than these.
  for (let n = 1; n <= 5; n++)
    for (const caller of [alice, bobby]) {
      const before = pushes.received.length;
      caller.request('INVITE', 'carol@demo.example', { body: TEXT });
      await expect.poll(() => pushes.received.length).toBeGreaterThan(before);
    }
  await fires('SamtalWebPushFails');

  for (let n = 0; n < 101; n++) {
    alice.request('INVITE', 'bobby@demo.example', { body: TEXT });
    // An account may call one address ten times a second.
    await wait(100);
  }
  await fires('SamtalLimitReached');

  // The server looks into the outbox once a minute.
  const outbox = join(server.dataDir, 'outbox');
  mkdirSync(outbox, { recursive: true });
  const mail = { to: 'a@demo.example', subject: 'x', text: 'x', sentAt: new Date().toISOString() };
  writeFileSync(join(outbox, 'waiting.json'), JSON.stringify(mail));
  await fires('SamtalMailsWait');

  // Each second, so that each reading of the metrics has one: a reading between two of them would end the alert.
  const stalls = setInterval(() => {
    server.signal('SIGSTOP');
    setTimeout(() => server.signal('SIGCONT'), 800);
  }, 1000);
  await fires('SamtalEventLoopSlow').finally(() => clearInterval(stalls));
  await wait(1000);

  const away = `${server.dataDir}-away`;
  renameSync(server.dataDir, away);
  await fires('SamtalNotReady');
  // The refused login cannot be written to audit.log.
  await fires('SamtalErrors', async () => {
    await fetch(`${server.url}/userApi/user/api/user/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        username: 'alice',
        password: 'wrong',
        force: true,
        willUseSipRegistration: false,
      }),
    });
  });
  renameSync(away, server.dataDir);

  await server.kill();
  await fires('SamtalDown');
});
