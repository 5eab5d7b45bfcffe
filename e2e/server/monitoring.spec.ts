import { execFileSync } from 'node:child_process';
import { renameSync } from 'node:fs';
import { connect } from 'node:net';
import { expect, test } from '@playwright/test';
import { samplesIn } from '../../apps/server/src/metrics/testing/samples.ts';
import {
  exchange,
  makeCall,
  registerPhone,
  ring,
  TEXT,
  VOICE_AND_TEXT,
} from '../support/server/monitored-phones.ts';
import { outerAddresses } from '../support/server/outer-addresses.ts';
import { freePort } from '../support/server/ports.ts';
import { production, type SamtalServer, startSamtalServer } from '../support/server/samtal-server.ts';

let server: SamtalServer;
let metricsPort: number;

test.beforeAll(async () => {
  metricsPort = await freePort();
  server = await startSamtalServer({ METRICS_PORT: String(metricsPort) });
});
test.afterAll(() => server.dispose());

async function scrape(): Promise<ReadonlyMap<string, number>> {
  const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  return samplesIn(await answer.text());
}

test('D92 /healthz and /readyz answer, and /readyz names the data folder when it is gone', async () => {
  for (const path of ['/healthz', '/readyz', '/health']) {
    const answer = await fetch(server.url + path);
    expect([path, answer.status, await answer.json()]).toEqual([path, 200, { status: 'ok' }]);
  }
  const away = `${server.dataDir}-away`;
  renameSync(server.dataDir, away);
  await expect
    .poll(async () => (await fetch(`${server.url}/readyz`)).json())
    .toEqual({ status: 'unavailable', failing: ['disk'] });
  expect((await scrape()).get('samtal_ready{part="disk"}')).toBe(0);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  renameSync(away, server.dataDir);
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200);
});

test('D92 other paths of probes are 404 on the public port, for browsers too', async () => {
  for (const path of ['/metrics', '/livez', '/ready', '/status', '/actuator/prometheus', '/-/healthy']) {
    const answer = await fetch(server.url + path, { headers: { Accept: 'text/html' } });
    expect([path, answer.status]).toEqual([path, 404]);
  }
});

test('D92 the metrics show what a caller, a callee and a stranger have done', async () => {
  const before = await scrape();
  const [alice, bobby] = [await registerPhone(server, 'alice'), await registerPhone(server, 'bobby')];
  const call = await makeCall(alice, bobby, 'bobby', VOICE_AND_TEXT);
  await exchange({ from: alice, to: bobby }, call.caller, 'MESSAGE', 'hej');
  expect((await scrape()).get('samtal_calls_running{kind="voice"}')).toBe(1);
  await exchange({ from: alice, to: bobby }, call.caller, 'BYE');
  const arrived = await ring(alice, bobby, 'bobby', TEXT);
  bobby.respond(arrived, 486);
  await expect.poll(() => alice.statuses('INVITE').at(-1)).toBe(486);
  expect(await alice.status('INVITE', 'nobody.here@demo.example')).toBe(404);
  await fetch(`${server.url}/userApi/user/api/none`);
  const after = await scrape();
  const change = (series: string): number => (after.get(series) ?? 0) - (before.get(series) ?? 0);
  expect(change('samtal_sip_registrations')).toBe(2);
  for (const series of [
    'samtal_sip_responses_total{method="REGISTER",status="401"}',
    'samtal_sip_responses_total{method="REGISTER",status="200"}',
  ])
    expect([series, change(series)]).toEqual([series, 2]);
  for (const series of [
    'samtal_calls_total{kind="voice",outcome="answered"}',
    'samtal_calls_total{kind="text",outcome="busy"}',
    'samtal_calls_total{kind="other",outcome="unknown"}',
    'samtal_calls_ended_total{kind="voice",ending="hungUp"}',
    'samtal_call_setup_seconds_count',
    'samtal_text_messages_total{outcome="delivered"}',
    'samtal_text_message_seconds_count',
    'samtal_sip_responses_total{method="INVITE",status="486"}',
    'samtal_http_requests_total{method="GET",route="none",status="404"}',
  ])
    expect([series, change(series)]).toEqual([series, 1]);
  expect(change('samtal_call_ringing_seconds_count')).toBe(2);
  expect(after.get('samtal_calls_running{kind="voice"}')).toBe(0);
  expect(after.get('samtal_data_dir_free_bytes')).toBeGreaterThan(1_000_000);
  const names = [...after.keys()].join('\n');
  expect(names).not.toMatch(/alice|bobby|demo\.example|127\.0\.0\.1|hej/);
});

test('D92 without METRICS_PORT nothing more listens; with it, other addresses of this machine do not', async () => {
  const listening = (pid: number): string[] =>
    execFileSync(
      'sh',
      ['-c', `cat /proc/${pid}/net/tcp /proc/${pid}/net/tcp6 | awk '$4 == "0A" {print $2}'`],
      {
        encoding: 'utf8',
      },
    )
      .trim()
      .split('\n');
  const hex = metricsPort.toString(16).toUpperCase().padStart(4, '0');
  expect(listening(server.pid()).filter((place) => place.endsWith(`:${hex}`))).toEqual([`0100007F:${hex}`]);
  for (const host of outerAddresses()) {
    const outcome = await new Promise((resolve) => {
      connect(metricsPort, host)
        .on('connect', () => resolve('open'))
        .on('error', ({ code }: NodeJS.ErrnoException) => resolve(code));
    });
    expect([host, outcome]).toEqual([host, 'ECONNREFUSED']);
  }
  const plain = await startSamtalServer({ ...production, HOST: '127.0.0.1' });
  const sockets = (pid: number): number => {
    const inodes = execFileSync(
      'sh',
      ['-c', `ls -l /proc/${pid}/fd | grep -o 'socket:.[0-9]*' | grep -o '[0-9]*'`],
      {
        encoding: 'utf8',
      },
    ).split('\n');
    const table = execFileSync('sh', ['-c', `cat /proc/${pid}/net/tcp /proc/${pid}/net/tcp6`], {
      encoding: 'utf8',
    });
    return table
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode = '']) => state === '0A' && inodes.includes(inode)).length;
  };
  expect(sockets(plain.pid())).toBe(1);
  expect(sockets(server.pid())).toBe(2);
  await plain.dispose();
});

test('D92 a METRICS_PORT that is taken stops the start with one line', async () => {
  await expect(startSamtalServer({ METRICS_PORT: String(metricsPort) })).rejects.toThrow(
    `METRICS_PORT: port ${metricsPort} is taken on 127.0.0.1.`,
  );
});

test('D92 a stranger who sends unknown methods and paths makes no new series', async () => {
  const phone = await registerPhone(server, 'carol');
  // The runtime adds series of its own when it first collects garbage of a kind.
  const series = async (): Promise<readonly string[]> =>
    [...(await scrape()).keys()].filter((name) => !name.startsWith('nodejs_gc_duration_seconds'));
  const before = await series();
  for (let n = 0; n < 100; n++) {
    phone.request(`X${n}Y`, 'bobby@demo.example');
    await fetch(`${server.url}/none-${n}`);
  }
  await expect.poll(() => phone.heard.length).toBeGreaterThan(100);
  expect((await series()).filter((name) => !before.includes(name)).length).toBeLessThan(10);
});
