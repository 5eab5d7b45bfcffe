import { readdirSync, readFileSync } from 'node:fs';
import {
  CAPABILITY_KEYS,
  DO_NOT_DISTURB,
  EMERGENCY_ADDRESS,
  ORGANISATION_SETTINGS,
  SYSTEM_SETTINGS,
  WEB_SETTINGS,
} from '@samtal/api-contract';
import { expect, test } from 'vitest';

const folder = new URL('../../', import.meta.url);

/** The keys of settings that the web app names. Settings are a map of texts, so the compiler knows none of them. */
const named = new Set(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|^gallery|(^|\/)testing\//.test(path))
    .flatMap(
      (path) =>
        readFileSync(new URL(path, folder), 'utf8').match(/(?<=')(?:AM|GEO|SYS|WEB)_[A-Z_]+(?=')/g) ?? [],
    ),
);
/** Keys that the web app takes from a constant of the contract. */
const byConstant = [DO_NOT_DISTURB, EMERGENCY_ADDRESS];

test('SET-01 SET-10 the web app names every setting of the user: what is stored has a form, or is read', () => {
  const keys = Object.keys(WEB_SETTINGS);
  expect(keys.filter((key) => !named.has(key) && !byConstant.includes(key))).toEqual([]);
});

test('SET-28 every setting that the web app names exists', () => {
  const keys = [WEB_SETTINGS, SYSTEM_SETTINGS, ORGANISATION_SETTINGS].flatMap((each) => Object.keys(each));
  const known: readonly string[] = [...keys, ...Object.values(CAPABILITY_KEYS)];
  expect([...named].filter((key) => !known.includes(key))).toEqual([]);
});
