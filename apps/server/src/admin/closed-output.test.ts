import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openRepositories } from '../storage/repositories/open-repositories.ts';

const program = fileURLToPath(new URL('main.ts', import.meta.url));
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'samtal-admin-'));
  const { close } = await openRepositories(folder, { mayMigrate: true });
  await close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the tool with its output piped into a program that reads nothing, such as `| true`. */
async function runUnread(words: readonly string[], input = '') {
  const tool = spawn(process.execPath, [program, ...words], {
    env: { PATH: process.env['PATH'], DATA_DIR: folder },
    stdio: 'pipe',
  });
  tool.stdout.destroy();
  let complaint = '';
  tool.stderr.on('data', (chunk) => void (complaint += String(chunk)));
  tool.stdin.end(input);
  const [code] = await once(tool, 'close');
  return { code: Number(code), complaint };
}

async function usernames(): Promise<string[]> {
  const { repositories, close } = await openRepositories(folder, { mayMigrate: false });
  const accounts = await repositories.accounts.list();
  await close();
  return accounts.filter(({ kind }) => kind === 'person').map(({ username }) => username);
}

test.each([['help'], ['list']])(
  'D24 "%s" whose reader ends early, as in "| head", causes no trace of the program',
  async (command) => {
    expect((await runUnread([command])).complaint).not.toMatch(/EPIPE|\n\s+at /);
  },
);

test('D24 an import whose passwords have no reader stops and says so; the same table again adds the others', async () => {
  const names = ['ann.ek', 'bo.ek', 'eva.ek', 'kim.ek', 'liv.ek'];
  const table = ['username', ...names].join('\n');
  const { code, complaint } = await runUnread(['import-users'], table);
  expect([code, complaint.trim().split('\n')]).toEqual([1, [expect.stringMatching(/^The output .* closed/)]]);
  const added = await usernames();
  expect(added.length).toBeLessThan(names.length);

  const tool = spawn(process.execPath, [program, 'import-users'], {
    env: { PATH: process.env['PATH'], DATA_DIR: folder },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let printed = '';
  tool.stdout.on('data', (chunk) => void (printed += String(chunk)));
  tool.stdin.end(table);
  await once(tool, 'close');
  const later = printed.trim().split('\n').slice(1);
  expect(later.map((line) => line.split(',')[0])).toEqual(names.filter((name) => !added.includes(name)));
  expect((await usernames()).toSorted()).toEqual(names);
});
