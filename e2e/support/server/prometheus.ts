import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureDebianPackages } from '../../../tools/debian.mjs';
import { root } from '../../../tools/runtime.mjs';
import { freePort, untilItListens } from './ports.ts';

const program = '/usr/bin/prometheus';

/** Whether Prometheus can be started here; installs it from Debian if this user may do so. */
export const hasPrometheus = (): boolean => ensureDebianPackages(['prometheus'], () => existsSync(program));

type Sample = { readonly metric: Readonly<Record<string, string>>; readonly value: number };

export type Prometheus = {
  /** The samples of a query now. */
  query(expression: string): Promise<readonly Sample[]>;
  /** The names of the alerts that fire now. */
  firing(): Promise<readonly string[]>;
  stop(): Promise<void>;
};

/** The shipped alerts with seconds in place of minutes: a test cannot wait for ten minutes. */
const hastened = (rules: string): string =>
  rules.replaceAll(/\[\d+[mh]\]/g, '[20s]').replaceAll(/for: \d+m/g, 'for: 2s');

/** Starts Prometheus, which reads the metrics on a port of this machine every second, with the shipped alerts. */
export async function startPrometheus(metricsPort: number): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'samtal-prometheus-'));
  const port = await freePort();
  const rules = readFileSync(join(root, 'deploy/monitoring/samtal-alerts.yml'), 'utf8');
  writeFileSync(join(folder, 'alerts.yml'), hastened(rules));
  writeFileSync(
    join(folder, 'prometheus.yml'),
    JSON.stringify({
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: ['alerts.yml'],
      scrape_configs: [{ job_name: 'samtal', static_configs: [{ targets: [`127.0.0.1:${metricsPort}`] }] }],
    }),
  );
  const child: ChildProcess = spawn(
    program,
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let output = '';
  child.stderr?.on('data', (data) => (output += data));
  await untilItListens(port, child, () => output);
  const ask = async (path: string): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`);
    const body = (await answer.json()) as { status: string; error?: string; data: unknown };
    if (body.status !== 'success') throw new Error(`${path}: ${body.error}`);
    return body.data;
  };
  return {
    async query(expression) {
      const data = (await ask(`query?${new URLSearchParams({ query: expression })}`)) as {
        result: { metric: Record<string, string>; value: [number, string] }[];
      };
      return data.result.map(({ metric, value: [, value] }) => ({ metric, value: Number(value) }));
    },
    async firing() {
      const data = (await ask('alerts')) as {
        alerts: { state: string; labels: { alertname: string } }[];
      };
      const names = data.alerts
        .filter(({ state }) => state === 'firing')
        .map(({ labels }) => labels.alertname);
      return [...new Set(names)].toSorted();
    },
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
