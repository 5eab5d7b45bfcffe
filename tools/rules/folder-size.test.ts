import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { largeFolders } from './folder-size.mjs';

test('folders with too many files are found at any depth, and what is built is not counted', () => {
  const root = mkdtempSync(join(tmpdir(), 'samtal-folders-'));
  for (const [folder, count] of [
    ['small', 2],
    ['small/large', 3],
    ['dist', 3],
  ] as const) {
    mkdirSync(join(root, folder), { recursive: true });
    for (let index = 0; index < count; index += 1) writeFileSync(join(root, folder, `${index}.ts`), '');
  }
  expect(largeFolders(root, 2)).toEqual([{ folder: join(root, 'small/large'), count: 3 }]);
});
