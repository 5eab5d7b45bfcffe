import { expect, test } from 'vitest';
import { shortenedRetentions } from './retention.ts';

test.each([
  ['CALL_RECORD_DAYS', '90', '0', true],
  ['CALL_RECORD_DAYS', '90', '30', true],
  ['CALL_RECORD_DAYS', '0', '90', false],
  ['CALL_RECORD_DAYS', '90', '90', false],
  ['MESSAGE_DAYS', '0', '30', true],
  ['MESSAGE_DAYS', '30', '0', false],
  ['AUDIT_DAYS', '365', '30', true],
  ['AUDIT_DAYS', undefined, '30', false],
] as const)('D93 %s from %s to %s removes older data: %s', (setting, from, to, isShorter) => {
  expect(shortenedRetentions({ [setting]: from }, { [setting]: to })).toEqual(
    isShorter ? [{ setting, from, to }] : [],
  );
});
