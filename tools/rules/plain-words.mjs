/**
 * Words that the product does not use: they make a reader guess who does what. Comments, texts of the code and the
 * English catalogues say user, caller, callee, client, peer or operator instead. Names in code are not judged.
 */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../runtime.mjs';
import { filesBelow } from './files-below.mjs';

export const unplainWords = [
  'anybody',
  'befell',
  'everybody',
  'goodbye',
  'heir',
  'in vain',
  'ledger',
  'nobody',
  'politely',
  'somebody',
  'unfitness',
  'whoever',
  'whom',
  'whomever',
];

const leftOut = new Set(['node_modules', 'dist', 'testing', 'testdata', 'attacks', 'gallery', 'test-kit']);
const isProduct = (path) =>
  (/\.(ts|tsx|css)$/.test(path) && !/\.test\.tsx?$/.test(path)) || /\/en(\/[\w-]+)?\.json$/.test(path);
const pattern = new RegExp(`\\b(?:${unplainWords.join('|')})\\b`, 'gi');

/** Unplain words in `text`, each with the number of its line. */
export const unplainIn = (text) =>
  text
    .split('\n')
    .flatMap((line, index) => [...line.matchAll(pattern)].map(([word]) => ({ word, line: index + 1 })));

/** @returns {{ code: number, output: string }} */
export function checkWords() {
  const found = ['apps', 'packages'].flatMap((folder) =>
    [...filesBelow(join(root, folder), isProduct, leftOut)].flatMap((file) =>
      unplainIn(readFileSync(file, 'utf8')).map(
        ({ word, line }) => `${relative(root, file)}:${line}: ${word}`,
      ),
    ),
  );
  return { code: found.length > 0 ? 1 : 0, output: found.join('\n') };
}
