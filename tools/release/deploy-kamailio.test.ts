import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createOwnCertificate } from '../../apps/server/src/crypto/own-certificate.ts';
import { SIP_LIMITS } from '../../apps/server/src/domain/limits/limits.ts';
import { hasHaproxy } from '../../e2e/support/cluster/programs.ts';
import { hasKamailio, kamailioFiles } from '../../e2e/support/kamailio/kamailio.ts';
import { shippedFile } from '../../e2e/support/server/shipped-file.ts';
import { root } from '../runtime.mjs';

// An installation takes longer than a test may.
const isKamailioHere = hasKamailio();
const isHaproxyHere = hasHaproxy();

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'samtal-deploy-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const shipped = (path: string): string => readFileSync(join(root, 'deploy', path), 'utf8');

/** Lets Kamailio check files of a configuration; @returns what it says */
function check(files: Readonly<Record<string, string>>): string {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const { status, stderr, stdout } = spawnSync(
    '/usr/sbin/kamailio',
    ['-c', '-E', '-f', join(folder, 'kamailio.cfg')],
    { cwd: folder, encoding: 'utf8' },
  );
  return status === 0 ? 'config file ok' : `${stdout}${stderr}`;
}

test('D106 nothing of the shipped Kamailio and rtpengine listens beyond loopback until the operator names an address', () => {
  const listens = [...shipped('kamailio/samtal-settings.cfg').matchAll(/^listen=\w+:([^:]+):/gm)];
  expect(listens.map(([, host]) => host)).toEqual(['127.0.0.1']);
  expect(shipped('kamailio/kamailio.cfg')).not.toMatch(/^listen=/m);
  expect(shipped('rtpengine/rtpengine.conf')).toMatch(/^listen-ng=127\.0\.0\.1:/m);
});

test('D106 Kamailio rings as long as the embedded SIP server', () => {
  const config = shipped('kamailio/kamailio.cfg');
  expect(config).toContain(`#!substdef "!RING_MS!${SIP_LIMITS.ringMs}!g"`);
  expect(config).toContain('modparam("tm", "fr_inv_timer", RING_MS)');
  expect(config).toContain('t_set_max_lifetime("RING_MS", "RING_MS")');
});

test('D106 Kamailio accepts the shipped configuration, alone and with every part turned on', async ({
  skip,
}) => {
  if (!isKamailioHere) skip('Kamailio is not installed and may not be installed here.');
  const alone = { port: 5080, database: 'postgres://kamailio@/samtal' };
  expect(check(kamailioFiles(alone))).toBe('config file ok');
  const { certificate, key } = await createOwnCertificate(['localhost'], Date.now());
  writeFileSync(join(folder, 'certificate.pem'), certificate);
  writeFileSync(join(folder, 'key.pem'), key);
  const whole = kamailioFiles({
    ...alone,
    hasUdp: true,
    tls: { port: 5061, certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') },
    node: { number: 1, port: 5070, peer: 5071 },
    rtpengine: 22_222,
  });
  expect(check(whole)).toBe('config file ok');
  const settings = whole['samtal-settings.cfg'] ?? '';
  const three = `${settings}#!substdef "!SECOND_PEER!127.0.0.1:5072!g"\n`;
  expect(check({ ...whole, 'samtal-settings.cfg': three })).toBe('config file ok');
});

test.for(['<domain>', '<password>', '<secret>'])(
  'D106 Kamailio refuses the shipped settings while %s is left in them, and names the file',
  (placeholder, { skip }) => {
    if (!isKamailioHere) skip('Kamailio is not installed and may not be installed here.');
    const filledIn = ['<domain>', '<password>', '<secret>'].map((name) => {
      const value = name === placeholder ? name : 'calls.example';
      return [name, value] as const;
    });
    const settings = shippedFile('deploy/kamailio/samtal-settings.cfg', filledIn);
    expect(
      check({ 'kamailio.cfg': shipped('kamailio/kamailio.cfg'), 'samtal-settings.cfg': settings }),
    ).toContain('replace each <...> in samtal-settings.cfg');
  },
);

test('D106 HAProxy accepts the shipped configuration, and logs no query', ({ skip }) => {
  expect(shipped('haproxy/haproxy.cfg')).toContain('%HPO');
  expect(shipped('haproxy/haproxy.cfg')).not.toMatch(/%HU\b|%HQ|%r\b/);
  if (!isHaproxyHere) skip('HAProxy is not installed and may not be installed here.');
  const file = join(folder, 'haproxy.cfg');
  // Without a certificate, which the operator has.
  writeFileSync(
    file,
    shippedFile('deploy/haproxy/haproxy.cfg', [[' ssl crt /etc/haproxy/samtal.pem alpn h2,http/1.1', '']]),
  );
  expect(spawnSync('/usr/sbin/haproxy', ['-c', '-q', '-f', file], { encoding: 'utf8' })).toMatchObject({
    status: 0,
  });
});
