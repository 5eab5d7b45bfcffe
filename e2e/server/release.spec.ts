import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { expect, test } from '@playwright/test';
import { makeRelease } from '../../tools/release/make-release.mjs';
import { deadLinksBelow } from '../support/server/dead-links.ts';
import { unpackRelease } from '../support/server/unpacked-release.ts';

/** Names of files that are for developers, or that break things on purpose. */
const forDevelopers =
  /\.test\.|\.spec\.|\/(?:attacks|testing|testing-mode|testdata|node_modules)\/|\.tsx?$|(?<!\/dist\/server\/[\w.-]+\.js)\.map$/;

const listOf = (archive: string): string[] =>
  execFileSync('tar', ['-tvzf', archive, '--utc', '--full-time'], { encoding: 'utf8', maxBuffer: 2 ** 26 })
    .trim()
    .split('\n');

test('D95 the archive of a release has what a server needs and nothing else, and another user runs it', async () => {
  const { archive, sum } = await makeRelease({ into: test.info().outputPath('first'), withNode: false });
  const list = listOf(archive);
  const names = list.map((line) => line.split(/\s+/)[5] ?? '');
  expect(names.filter((name) => forDevelopers.test(name))).toEqual([]);
  expect(names).toEqual(expect.arrayContaining([expect.stringMatching(/\/CHANGELOG\.md$/)]));
  const owners = new Set(list.map((line) => line.split(/\s+/)[1]));
  const times = new Set(list.map((line) => line.split(/\s+/).slice(3, 5).join(' ')));
  const modes = new Set(list.map((line) => line.split(/\s+/)[0]));
  expect([[...owners], times.size]).toEqual([['root/root'], 1]);
  expect([...modes].toSorted()).toEqual(['-rw-r--r--', '-rwxr-xr-x', 'drwxr-xr-x']);
  const again = await makeRelease({ into: test.info().outputPath('second'), withNode: false });
  expect(again.sum).toBe(sum);

  const release = await unpackRelease(archive);
  const files = release.files();
  const server = await release.start();
  expect(server.program).toMatch(/\/programs\/node$/);
  const page = await fetch(`${server.url}/login`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('/assets/')]);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect(await release.samtal('admin', 'add', 'anna.berg')).toContain('anna.berg');
  expect(await release.samtal('admin')).toContain('samtal admin <command>');
  expect(await release.samtal('version')).toMatch(/^\d+\.\d+\.\d+-\d+ \(\w+\)\n$/);
  expect(await server.stop()).toBe(0);
  expect(release.files()).toEqual(files);
  release.remove();
});

test('D95 every link in the documents of the archive leads to a file of the archive', async () => {
  const { archive } = await makeRelease({ into: test.info().outputPath('made'), withNode: false });
  const release = await unpackRelease(archive);
  expect(release.files()).toEqual(expect.arrayContaining([expect.stringMatching(/docs\/installing\.md$/)]));
  expect(deadLinksBelow(release.folder)).toEqual([]);
  release.remove();
});

/** Packages for servers with PostgreSQL, a mail server or a provider, for `--lan`, and for single requests or calls. */
const neededLater = [
  '@fastify/swagger',
  '@peculiar/x509',
  '@simplewebauthn/server',
  'nodemailer',
  'oauth4webapi',
  'openid-client',
  'pg',
  'web-push',
  'werift',
  'yaml',
];

/** Writes the name of each file that Node loads, and at the end those of its own modules. */
const noteLoaded = `
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
const note = (line) => appendFileSync('loaded', line + '\\n');
registerHooks({ load(url, context, next) { note(url); return next(url, context); } });
process.on('exit', () => process.moduleLoadList.forEach(note));
`;

/** Which files a server has loaded, and the packages in them. */
function loadedIn(dataDir: string) {
  const names = readFileSync(join(dataDir, 'loaded'), 'utf8').split('\n');
  const files = names.filter((name) => name.startsWith('file:')).map((name) => fileURLToPath(name));
  // Before each module the build writes where it comes from.
  const packages = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^\/\/ .*node_modules\/((?:@[\w-]+\/)?[\w.-]+)\//gm)].map(
      ([, name]) => name,
    ),
  );
  return { names, files, packages: [...new Set(packages)] };
}

test('ADR 36 a release loads what few servers or few calls need when it is needed', async () => {
  const { archive } = await makeRelease({ into: test.info().outputPath('made'), withNode: false });
  const release = await unpackRelease(archive);
  const preload = `data:text/javascript,${encodeURIComponent(noteLoaded)}`;
  const server = await release.start({ NODE_OPTIONS: `--import=${preload}` });
  const { files, packages } = loadedIn(release.dataDir);
  expect(packages).toEqual(expect.arrayContaining(['fastify', 'kysely', 'pino', 'ws']));
  expect(packages.filter((name) => neededLater.includes(name ?? ''))).toEqual([]);
  expect(files.filter((file) => /\.ts$|first-page/.test(file))).toEqual([]);
  expect((await fetch(`${server.url}/login`)).status).toBe(200);
  expect((await fetch(`${server.url}/userApi/user/api/openapi.json`)).status).toBe(200);
  const later = loadedIn(release.dataDir);
  expect(later.files.filter((file) => file.endsWith('first-page.js'))).toHaveLength(1);
  expect(later.packages).toContain('@fastify/swagger');
  expect(await server.stop()).toBe(0);
  // Node's own `fetch`, and its converter of TypeScript.
  const { names } = loadedIn(release.dataDir);
  expect(names).toContain('NativeModule http');
  expect(names.filter((name) => /^NativeModule .*(?:undici\/undici|amaro)/.test(name))).toEqual([]);

  const thread = new Worker(join(release.folder, 'apps/server/dist/server/stack-thread.js'));
  thread.postMessage({ do: 'reportAlive' }, []);
  expect(await once(thread, 'message')).toEqual([{ type: 'alive' }]);
  await thread.terminate();
  release.remove();
});
