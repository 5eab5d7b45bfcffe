import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../apps/server/src/config/config.ts';
import { root } from '../runtime.mjs';

const shipped = (path: string): string => readFileSync(join(root, 'deploy', path), 'utf8');

/** The variables of the settings file, as systemd reads them. */
const settingsOf = (text: string) =>
  Object.fromEntries([...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]));

test('D95 the shipped settings are refused until the operator has named the domain', () => {
  expect(readConfig(settingsOf(shipped('samtal.env')))).toEqual({
    ok: false,
    problems: [
      'SIP_DOMAIN: must be a domain name',
      'PUBLIC_URL: must be an address such as https://calls.example',
    ],
  });
});

test('D95 the shipped settings listen on loopback only, but for STUN, and each optional one is valid', () => {
  const text = shipped('samtal.env').replaceAll('<domain>', 'calls.example');
  expect(readConfig(settingsOf(text))).toMatchObject({
    ok: true,
    warnings: [],
    config: {
      mode: 'production',
      host: '127.0.0.1',
      port: 8080,
      stunHost: '0.0.0.0',
      dataDir: '/var/lib/samtal',
    },
  });
  const all = text.replace('TURN_SECRET=', `TURN_SECRET=${'0'.repeat(64)}`).replaceAll(/^#(?=[A-Z])/gm, '');
  expect(readConfig(settingsOf(all))).toMatchObject({
    ok: true,
    warnings: [],
    config: { mail: expect.anything(), turn: expect.anything(), databaseUrl: expect.anything() },
  });
});

test('D95 in the containers no service but Caddy, coturn and STUN listens beyond loopback, and secrets are files', () => {
  const { services, secrets } = parse(shipped('container/compose.yml'));
  expect(Object.keys(services)).toEqual(['samtal', 'database', 'turn', 'caddy']);
  for (const service of Object.values<Record<string, unknown>>(services))
    expect(service).toMatchObject({ network_mode: 'host' });
  expect(services.database.command).toContain('listen_addresses=127.0.0.1');
  expect(services.samtal).toMatchObject({ read_only: true, cap_drop: ['ALL'], env_file: 'samtal.env' });
  expect(JSON.stringify(services.samtal.environment)).not.toContain('HOST');
  const used = Object.values<{ secrets?: string[] }>(services).flatMap((service) => service.secrets ?? []);
  expect(used.toSorted()).toEqual(Object.keys(secrets).toSorted());
});

test('D95 each variable of the containers is in .env, which every later command of compose reads too', () => {
  const installing = readFileSync(join(root, 'docs/installing.md'), 'utf8');
  const variables = [...shipped('container/compose.yml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
  expect(variables).toEqual(['RELEASE']);
  for (const name of variables) expect(installing).toMatch(new RegExp(`^ *echo ${name}=\\S+ > \\.env$`, 'm'));
  expect(installing).not.toMatch(/\w+=\S+ (?:podman|docker) compose/);
});

test('D105 the unit of one of several processes has all restrictions of the unit of one process', () => {
  const linesOf = (path: string) =>
    shipped(path)
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
  const [one, several] = [linesOf('systemd/samtal.service'), linesOf('systemd/samtal@.service')];
  expect(several.filter((line) => !one.includes(line))).toEqual([
    'Description=Samtal, total conversation over SIP and WebRTC, process %i of several',
    'EnvironmentFile=/etc/samtal/samtal-%i.env',
    'WorkingDirectory=/var/lib/samtal-%i',
    'StateDirectory=samtal samtal-%i',
  ]);
  expect(one.filter((line) => !several.includes(line))).toHaveLength(3);
});
