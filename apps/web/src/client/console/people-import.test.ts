import type { RowResult } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import type { ApiResult } from '../ports/user-api.ts';
import { createPeopleImport } from './people-import.ts';

const rows = Array.from({ length: 25 }, (_each, index) => [`person.${index}`]);
const added = (part: readonly (readonly string[])[]): readonly RowResult[] =>
  part.map(([username = '']) => ({ username, outcome: 'added' as const }));

test('D98 a table is sent in parts of ten, and each row has a result with its line', async () => {
  const sent: number[] = [];
  const work = createPeopleImport(
    {
      importRows: async (_headings, part) => {
        sent.push(part.length);
        return { ok: true, value: added(part) };
      },
    },
    ['username'],
    rows,
  );
  await work.run();
  expect(sent).toEqual([10, 10, 5]);
  const { phase, results } = work.state.get();
  expect([phase, results.length, results[0]?.line, results.at(-1)?.line]).toEqual(['done', 25, 2, 26]);
});

test('D98 after a failure the import goes on where it was, also if the server took only some rows', async () => {
  const answers: ApiResult<readonly RowResult[]>[] = [
    { ok: true, value: added(rows.slice(0, 3)) },
    { ok: false, status: 0 },
  ];
  const asked: (string | undefined)[] = [];
  const work = createPeopleImport(
    {
      importRows: async (_headings, part) => {
        asked.push(part[0]?.[0]);
        return answers.shift() ?? { ok: true, value: added(part) };
      },
    },
    ['username'],
    rows,
  );
  await work.run();
  expect(work.state.get()).toMatchObject({ phase: 'paused', failure: { status: 0 } });
  await work.run();
  expect(asked).toEqual(['person.0', 'person.3', 'person.3', 'person.13', 'person.23']);
  expect(work.state.get()).toMatchObject({ phase: 'done', failure: undefined });
});

test('D98 a stopped import sends nothing more until it goes on', async () => {
  let count = 0;
  const work = createPeopleImport(
    {
      importRows: async (_headings, part) => {
        count += 1;
        work.stop();
        return { ok: true, value: added(part) };
      },
    },
    ['username'],
    rows,
  );
  await work.run();
  expect([count, work.state.get().phase, work.state.get().results.length]).toEqual([1, 'paused', 10]);
});

test('D98 an answer without results does not repeat the request without end', async () => {
  let count = 0;
  const work = createPeopleImport(
    { importRows: async () => ({ ok: true, value: ((count += 1), []) }) },
    ['username'],
    rows,
  );
  await work.run();
  expect([count, work.state.get().phase]).toEqual([1, 'paused']);
});
