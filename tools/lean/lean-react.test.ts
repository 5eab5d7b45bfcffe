import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import { expect, test } from 'vitest';
import { emptied, leftOut, trimReact } from './lean-react.mjs';

const require = createRequire(import.meta.url);
const folders = { react: 'react', 'react-dom': 'react-dom', 'react-dom-client': 'react-dom' } as const;
type File = keyof typeof folders;
const files = Object.keys(folders) as File[];

const library = (file: File, kind: string): string =>
  readFileSync(
    require.resolve(`${folders[file]}/package.json`).replace('package.json', `cjs/${file}.${kind}.js`),
    'utf8',
  );

const builds = files.flatMap((file) => [[file, 'production'] as const, [file, 'development'] as const]);

test.each(builds)('ADR 37 what is left of %s for %s is a script', (file, kind) => {
  const parameters = ['require', 'module', 'exports'];
  expect(() => compileFunction(trimReact(library(file, kind), file), parameters)).not.toThrow();
});

const exportsOf = (code: string): string[] => code.match(/(?<=^ *exports\.)\w+(?= =)/gm) ?? [];

test.each(builds)('ADR 37 %s for %s loses the exports that are listed, and no other', (file, kind) => {
  const whole = library(file, kind);
  const left = exportsOf(trimReact(whole, file));
  const lost = exportsOf(whole).filter((name) => !left.includes(name));
  expect(new Set(lost)).toEqual(new Set(leftOut[file]));
});

const functionsOf = (code: string): string[] => code.match(/(?<=^ *function )\w+(?=\()/gm) ?? [];

test.each(['production', 'development'])('ADR 37 React for %s keeps each of its functions', (kind) => {
  const whole = library('react-dom-client', kind);
  const lean = trimReact(whole, 'react-dom-client');
  expect(functionsOf(lean).toSorted()).toEqual(functionsOf(whole).toSorted());
  const bodies = emptied.map((name) => new RegExp(`function ${name}\\(.*`).exec(lean)?.[0]);
  expect(bodies).toEqual(emptied.map((name) => `function ${name}() {}`));
});

const client = library('react-dom-client', 'production');

test.each([
  ['a function', client.replaceAll('startViewTransition', 'viewTransition'), 'function startViewTransition'],
  [
    'a function to be refused',
    client.replace('function FragmentInstance(', 'function Other('),
    'FragmentInstance',
  ],
  [
    'methods',
    client.replaceAll(/(?:FragmentInstance|PseudoElement)\.prototype/g, 'Other.prototype'),
    'prototype',
  ],
])('ADR 37 the build stops if React no longer has %s of which it knows', (_what, code, message) => {
  expect(() => trimReact(code, 'react-dom-client')).toThrow(message);
});

test('ADR 37 the build stops if React no longer has an export of which it knows', () => {
  const react = library('react', 'production').replace('exports.ViewTransition', 'exports.Transition');
  expect(() => trimReact(react, 'react')).toThrow('ViewTransition');
});
