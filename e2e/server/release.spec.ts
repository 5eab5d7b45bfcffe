import { execFileSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { makeRelease } from '../../tools/release/make-release.mjs';
import { unpackRelease } from '../support/server/unpacked-release.ts';

/** Names of files that are for developers, or that break things on purpose. */
const forDevelopers =
  /\.test\.|\.spec\.|\/(?:attacks|testing|testing-mode|testdata)\/|\.map$|\.d\.ts$|\/node_modules\/(?:@types|@?typescript|vite|vitest|@?playwright)(?:\/|-)/;

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
  expect([...modes].toSorted()).toEqual(['-rw-r--r--', '-rwxr-xr-x', 'drwxr-xr-x', 'lrwxr-xr-x']);
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
