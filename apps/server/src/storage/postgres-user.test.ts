import { execFileSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { expect, test } from 'vitest';

const program = `
  await import('./database/postgres-database.ts');
  const { Client } = await import('pg');
  console.log(new Client({ connectionString: process.argv[1] }).user);
`;

/** The user with whom a connection to this address is made. */
const userFor = (url: string, environment: Readonly<Record<string, string>> = {}): string =>
  execFileSync(process.execPath, ['--input-type=module', '--eval', program, url], {
    cwd: import.meta.dirname,
    env: { PATH: process.env['PATH'], ...environment },
    encoding: 'utf8',
  }).trim();

test('D26 a PostgreSQL address without a user means the one who runs the program, also where USER is not set', () => {
  expect(userFor('postgres:///samtal?host=/run/postgresql')).toBe(userInfo().username);
  expect(userFor('postgres:///samtal?host=/run/postgresql', { PGUSER: 'other' })).toBe('other');
  expect(userFor('postgres://samtal@localhost/samtal?host=/run/postgresql')).toBe('samtal');
});
