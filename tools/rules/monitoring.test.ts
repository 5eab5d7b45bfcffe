import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ensureDebianPackages } from '../debian.mjs';

const folder = fileURLToPath(new URL('../../deploy/monitoring/', import.meta.url));
const rules = join(folder, 'samtal-alerts.yml');
const program = '/usr/bin/promtool';

/** Series by name and labels, with their values in the notation of promtool, one a minute. */
type Series = Readonly<Record<string, string>>;

/** An hour of a server on which now and then a call fails and a push is refused, as happens. */
const healthy: Series = {
  'up{job="samtal"}': '1x60',
  'samtal_ready{job="samtal",part="database"}': '1x60',
  'samtal_ready{job="samtal",part="disk"}': '1x60',
  'samtal_log_errors_total{job="samtal"}': '3x60',
  'samtal_calls_total{job="samtal",kind="voice",outcome="answered"}': '0+9x60',
  'samtal_calls_total{job="samtal",kind="voice",outcome="failed"}': '0+1x60',
  'samtal_calls_ended_total{job="samtal",kind="voice",ending="hungUp"}': '0+9x60',
  'samtal_calls_ended_total{job="samtal",kind="voice",ending="connectionLost"}': '0+1x60',
  'samtal_leader{job="samtal"}': '1x60',
  'samtal_text_messages_total{job="samtal",outcome="delivered"}': '0+99x60',
  'samtal_text_messages_total{job="samtal",outcome="refused"}': '0+1x60',
  'samtal_text_message_seconds_bucket{job="samtal",le="0.05"}': '0+98x60',
  'samtal_text_message_seconds_bucket{job="samtal",le="2"}': '0+100x60',
  'samtal_text_message_seconds_bucket{job="samtal",le="+Inf"}': '0+100x60',
  // One garbage collection, one moment without the network, and one mail that waits are no reason for an alert.
  'nodejs_eventloop_lag_p99_seconds{job="samtal"}': '0.02x20 0.9 0.02x40',
  'samtal_data_dir_free_bytes{job="samtal"}': '5e9x60',
  'samtal_outbox_mails{job="samtal"}': '3x60',
  'samtal_mail_deliveries_total{job="samtal",outcome="failed"}': '2x60',
  'samtal_web_pushes_total{job="samtal",outcome="accepted"}': '0+2x60',
  'samtal_web_pushes_total{job="samtal",outcome="failed"}': '0+1x60',
  'samtal_limit_refusals_total{job="samtal",limit="calls"}': '0x60',
  'samtal_limit_refusals_total{job="samtal",limit="http_requests"}': '0+9x60',
  'process_open_fds{job="samtal"}': '300x60',
  'process_max_fds{job="samtal"}': '1024x60',
};

/** What each alert is about, as a change of the healthy hour, which lasts to its end. */
const faults: Readonly<Record<string, Series>> = {
  SamtalDown: { 'up{job="samtal"}': '1x40 0x20' },
  SamtalNotReady: { 'samtal_ready{job="samtal",part="disk"}': '1x40 0x20' },
  SamtalNoLeader: { 'samtal_leader{job="samtal"}': '1x40 0x20' },
  SamtalErrors: { 'samtal_log_errors_total{job="samtal"}': '3x55 4x5' },
  SamtalCallsFail: {
    'samtal_calls_total{job="samtal",kind="voice",outcome="failed"}': '0+5x60',
  },
  SamtalCallsLost: {
    'samtal_calls_ended_total{job="samtal",kind="voice",ending="connectionLost"}': '0+5x60',
  },
  SamtalTextNotDelivered: { 'samtal_text_messages_total{job="samtal",outcome="refused"}': '0+12x60' },
  SamtalTextSlow: {
    'samtal_text_message_seconds_bucket{job="samtal",le="0.05"}': '0+80x60',
  },
  SamtalEventLoopSlow: { 'nodejs_eventloop_lag_p99_seconds{job="samtal"}': '0.02x40 0.9x20' },
  SamtalDiskLow: { 'samtal_data_dir_free_bytes{job="samtal"}': '5e9x40 9e8x20' },
  SamtalMailsWait: { 'samtal_mail_deliveries_total{job="samtal",outcome="failed"}': '2+1x60' },
  SamtalWebPushFails: { 'samtal_web_pushes_total{job="samtal",outcome="failed"}': '0+5x60' },
  SamtalLimitReached: { 'samtal_limit_refusals_total{job="samtal",limit="calls"}': '0x55 1x5' },
  SamtalFilesRunOut: { 'process_open_fds{job="samtal"}': '300x40 900x20' },
};

const alerts = [...readFileSync(rules, 'utf8').matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);

/** A test of promtool: these alerts, and no others, fire at the end of the hour. */
const testOf = (name: string, series: Series, firing: readonly string[]) => ({
  name,
  interval: '1m',
  input_series: Object.entries(series).map(([each, values]) => ({ series: each, values })),
  promql_expr_test: [
    {
      expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
      eval_time: '59m',
      exp_samples: firing.map((alert) => ({ labels: `{alertname="${alert}"}`, value: 1 })),
    },
  ],
});

/** Runs promtool; the result is its output and whether it was content. */
function promtool(...args: readonly string[]): { readonly isGood: boolean; readonly output: string } {
  try {
    return { isGood: true, output: execFileSync(program, args, { encoding: 'utf8' }) };
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return { isGood: false, output: stdout + stderr };
  }
}

function runTests(...tests: readonly object[]): ReturnType<typeof promtool> {
  const temporary = mkdtempSync(join(tmpdir(), 'samtal-promtool-'));
  const file = join(temporary, 'tests.yml');
  // JSON is YAML.
  writeFileSync(file, JSON.stringify({ rule_files: [rules], evaluation_interval: '1m', tests }));
  const result = promtool('test', 'rules', file);
  rmSync(temporary, { recursive: true });
  return result;
}

test('D92 every alert has a fault that the tests make', () => {
  expect(Object.keys(faults)).toEqual(alerts);
});

const suite = (): void => {
  test('D92 the alerts are valid rules, and the sample configuration of Prometheus is valid', () => {
    expect(promtool('check', 'rules', rules)).toMatchObject({ isGood: true });
    expect(promtool('check', 'config', join(folder, 'prometheus.yml'))).toMatchObject({ isGood: true });
  });
  test('D92 no alert fires on a healthy server', () => {
    expect(runTests(testOf('healthy', healthy, []))).toMatchObject({ isGood: true });
  });
  test('D92 each alert fires for its fault, and no other one does', () => {
    const tests = Object.entries(faults).map(([alert, fault]) =>
      testOf(alert, { ...healthy, ...fault }, [alert]),
    );
    expect(runTests(...tests)).toMatchObject({ isGood: true });
    // promtool evaluates an hour of every rule for each of them.
  }, 60_000);
  test('D92 promtool notices an alert that does not fire', () => {
    expect(runTests(testOf('wrong', healthy, ['SamtalDown']))).toMatchObject({ isGood: false });
  });
};

if (ensureDebianPackages(['prometheus'], () => existsSync(program))) describe('promtool', suite);
else describe.skip('promtool is not installed and may not be installed here (Debian: prometheus)', suite);
