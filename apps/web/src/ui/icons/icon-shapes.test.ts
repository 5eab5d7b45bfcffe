import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { iconShapes } from './icon-shapes.ts';

const first = Object.keys(iconShapes);

test('the login needs no drawing that is loaded later', async () => {
  const { laterShapes } = await import('./later-shapes.ts');
  const folders = ['../../features/login/', '../menu/', '../notices/', '../fields/', '../../app/errors/'];
  const sources = folders
    .flatMap((folder) => {
      const url = new URL(folder, import.meta.url);
      return readdirSync(url)
        .filter(
          (name) => /^(?!.*\.test\.).*\.tsx$/.test(name) && !/^(EmptyState|SearchField|Keypad)/.test(name),
        )
        .map((name) => readFileSync(new URL(name, url), 'utf8'));
    })
    .join('\n');
  const late = Object.keys(laterShapes).filter((name) =>
    new RegExp(`(?:icon|name)(?:=|: )["'{]+${name}["']|\\[['"]${name}['"], t\\(`).test(sources),
  );
  expect(late).toEqual([]);
  expect(first).toContain('camera');
  expect(Object.keys(iconShapes)).toEqual(expect.arrayContaining([...first, ...Object.keys(laterShapes)]));
});
