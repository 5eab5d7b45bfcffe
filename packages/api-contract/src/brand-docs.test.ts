import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseBrand } from './brand.ts';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** Objects whose members an operator names. */
const leaves = new Set(['defaultSettings', 'development']);

function keysOf(value: object, path = ''): string[] {
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const key = `${path}${name}`;
    const isGroup = typeof inner === 'object' && inner !== null && !Array.isArray(inner) && !leaves.has(key);
    return isGroup ? keysOf(inner, `${key}.`) : [key];
  });
}

/** Keys that have no default of their own. */
const followers = ['features.contactAdd', 'features.contactEdit', 'features.contactDelete'];

test('every key of brand.json is described for operators', () => {
  const result = parseBrand({});
  if (!result.ok) throw new Error('an empty brand is right');
  const page = read('docs/branding.md');
  const keys = [...keysOf(result.brand), ...followers];
  expect(keys.length).toBeGreaterThan(80);
  expect(keys.filter((key) => !page.includes(`\`${key}\``))).toEqual([]);
});

test('BRAND-07 what is written there as the default is the default', () => {
  const result = parseBrand({});
  expect(result).toMatchObject({
    ok: true,
    brand: {
      kiosk: { logoutAfterCall: true },
      registration: { license: true, sendRegistrationMail: true, defaultOrganisation: 1 },
    },
  });
});

test.each(['apps/server/branding', 'apps/server/branding-example'])('the brand in %s is right', (folder) => {
  expect(parseBrand(JSON.parse(read(`${folder}/brand.json`)))).toMatchObject({ ok: true });
});
