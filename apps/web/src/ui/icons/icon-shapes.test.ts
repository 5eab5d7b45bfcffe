import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { iconShapes } from './icon-shapes.ts';

const first = Object.keys(iconShapes);

/** Those of `names` that a source in the folders, or in the folders below them, shows. */
function shownIn(folders: readonly string[], names: readonly string[]): readonly string[] {
  const sources = folders
    .flatMap((folder) => {
      const url = new URL(folder, import.meta.url);
      return readdirSync(url, { recursive: true, encoding: 'utf8' })
        .filter((name) => /^(?!.*\.test\.).*\.tsx?$/.test(name))
        .map((name) => readFileSync(new URL(name, url), 'utf8'));
    })
    .join('\n');
  return names.filter((name) => new RegExp(`(?:icon|name)(?:=|: )["'{]+${name}["']`).test(sources));
}

test('no call needs a drawing that only pages load', async () => {
  const { pageShapes } = await import('./page-shapes.ts');
  const names = Object.keys(pageShapes);
  const ofCalls = [
    '../../features/call/',
    '../../features/dial/',
    '../../app/shell/',
    '../../client/people/',
  ];
  expect(shownIn(ofCalls, names)).toEqual([]);
  expect(shownIn(['../../features/contacts/'], names)).toEqual(['down', 'edit', 'star', 'upload']);
});

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
