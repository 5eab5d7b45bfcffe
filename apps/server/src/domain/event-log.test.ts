import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AUDIT_EVENTS } from '@samtal/api-contract';
import { pino } from 'pino';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');

const sources = globSync('apps/server/src/**/*.ts', { cwd: root }).filter(
  (path) => !/\.test\.ts$|\/testing\//.test(path),
);
const AUDITED: ReadonlySet<string> = new Set(AUDIT_EVENTS);

test('D26 events have names in snake_case, in the log and in the audit, and none is in both', () => {
  const named = sources.flatMap((path) =>
    [...read(path).matchAll(/\bevent: '([^']+)'/g)].map(([, event]) => event),
  );
  expect(named.length).toBeGreaterThan(AUDITED.size);
  const isSnakeCase = (name: string | undefined): boolean =>
    /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(name ?? '');
  expect([...named, ...AUDIT_EVENTS].filter((name) => !isSnakeCase(name))).toEqual([]);
  const listed = [...read('docs/operating.md').matchAll(/^\| \w+ \| `(\w+)` \|/gm)].map(
    ([, name]) => name ?? '',
  );
  expect(listed.filter((name) => AUDITED.has(name))).toEqual([]);
});

test('D26 docs/operating.md lists every event that the server logs, with its level', () => {
  const levelOf = (before: string): string | undefined =>
    /\b(debug|info|warn|error|fatal)\(\s*\{\s*$/.exec(before)?.[1];
  const logged = sources.flatMap((path) => {
    const source = read(path);
    return [...source.matchAll(/event: '([a-z0-9_]+)'/g)]
      .filter(([, event = '']) => !AUDITED.has(event))
      .map(({ index, 1: event }) => `${levelOf(source.slice(0, index)) ?? 'warn'} ${event}`);
  });
  const listed = [
    ...read('docs/operating.md').matchAll(/^\| (debug|info|warn|error|fatal) \| `([a-z0-9_]+)` \|/gm),
  ].map(([, level, event]) => `${level} ${event}`);
  const levels = new Set(logged);
  expect([...levels].toSorted()).toEqual(listed.toSorted());
});

test('D26 docs/operating.md says which number each level of the log is', () => {
  const words = read('docs/operating.md').replaceAll(/\s+/g, ' ');
  const numbers = Object.entries(pino.levels.values).map(([level, number]) => `${number} ${level}`);
  expect(words).toContain(`\`level\` is a number: ${numbers.join(', ')}.`);
});
