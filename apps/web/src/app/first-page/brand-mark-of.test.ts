import { parseBrand } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import { brandMarkOf } from './brand-mark-of.ts';

const markOf = (values: object): string => {
  const result = parseBrand(values);
  return brandMarkOf(result.ok ? result.brand : expect.fail('no brand'));
};

test('D70 D105 two server processes with STUN ports of their own render the same page, and another brand is told apart', () => {
  expect(markOf({ sip: { stunPort: 3478 } })).toBe(markOf({ sip: { stunPort: 3479 } }));
  expect(markOf({ name: 'One' })).not.toBe(markOf({ name: 'Two' }));
});
