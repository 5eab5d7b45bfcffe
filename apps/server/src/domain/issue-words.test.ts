import { parseBrand } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import { issueWords } from './issue-words.ts';

test.each([
  [{ features: { video: 'yes' } }, 'features.video: must be true or false or a list […]'],
  [{ name: 1 }, 'name: must be a text'],
  [
    { homeScreen: 'start' },
    'homeScreen: must be one of directory, services, call, contacts, history, messages',
  ],
  [{ captcha: { provider: 'other' } }, 'captcha.provider: must be one of builtin, recaptcha'],
  [{ anonymous: { enabled: 'no' } }, 'anonymous.enabled: must be true or false'],
  [[], 'brand.json: must be an object {…}'],
])('BRAND-04 a wrong value %j of brand.json is answered with what is allowed', (brand, line) => {
  const result = parseBrand(brand, issueWords);
  expect(result.ok ? [] : result.problems.map(({ path, message }) => `${path}: ${message}`)).toEqual([line]);
});
