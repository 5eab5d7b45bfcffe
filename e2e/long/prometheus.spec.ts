import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { root } from '../../tools/runtime.mjs';
import {
  exchange,
  makeCall,
  registerPhone,
  ring,
  TEXT,
  VOICE_AND_TEXT,
} from '../support/monitored-phones.ts';
import { freePort } from '../support/ports.ts';
import { hasPrometheus, type Prometheus, startPrometheus } from '../support/prometheus.ts';
import { type SamtalServer, startSamtalServer } from '../support/samtal-server.ts';

test.describe.configure({ timeout: 600_000 });

let server: SamtalServer;
let prometheus: Prometheus;

test.beforeEach(async () => {
  test.skip(
    !hasPrometheus(),
    'Prometheus is not installed and may not be installed here (Debian: prometheus).',
  );
  const port = await freePort();
  server = await startSamtalServer({ METRICS_PORT: String(port) });
  prometheus = await startPrometheus(port);
});
test.afterEach(async () => {
  await prometheus?.stop();
  await server?.dispose();
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

const fires = (alert: string) =>
  expect.poll(() => prometheus.firing(), { message: alert, timeout: 60_000 }).toContain(alert);

test('D92 no alert fires on a healthy server, and each fault that can be made here is reported', async () => {
  await callBothWays(486);
  await wait(15_000);
  expect(await prometheus.firing()).toEqual([]);

  const [alice, bobby] = [await registerPhone(server, 'alice'), await registerPhone(server, 'bobby')];
  for (let n = 0; n < 8; n++) bobby.respond(await ring(alice, bobby, 'bobby', TEXT), 500);
  await fires('SamtalCallsFail');

  const call = await makeCall(alice, bobby, 'bobby', TEXT);
  for (let n = 0; n < 15; n++) {
    alice.requestIn(call.caller, 'MESSAGE', { body: 'x' });
    await expect.poll(() => bobby.requests('MESSAGE').length).toBe(n + 1);
    const [arrived] = bobby.requests('MESSAGE').slice(-1);
    if (arrived !== undefined) bobby.respond(arrived, 500);
  }
  await fires('SamtalTextNotDelivered');

  const away = `${server.dataDir}-away`;
  renameSync(server.dataDir, away);
  await fires('SamtalNotReady');
  renameSync(away, server.dataDir);

  await server.kill();
  await fires('SamtalDown');
});
