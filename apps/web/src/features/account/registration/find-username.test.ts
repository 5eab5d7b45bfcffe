import type { FieldValues } from '@samtal/api-contract';
import { describe, expect, test } from 'vitest';
import type { ApiResult } from '../../../client/ports/user-api.ts';
import { findUsername } from './find-username.ts';
import { emptyRegistration } from './registration-fields.ts';

function setUp(taken: readonly string[], status = 409) {
  const asked: string[] = [];
  const checkIsFree = async ({ value }: { readonly value: string }): Promise<ApiResult<void>> => {
    asked.push(value);
    return taken.includes(value) ? { ok: false, status } : { ok: true, value: undefined };
  };
  return {
    asked,
    find: (values: Partial<FieldValues>) =>
      findUsername({ ...emptyRegistration, ...values }, { checkIsFree }),
  };
}

describe('SIGNUP-23 SIGNUP-24 the username generated for a user who typed none', () => {
  test.each([
    [{ firstname: 'Bo', lastname: 'Ek' }, 'bo.ek'],
    [{ firstname: 'A', lastname: 'B' }, 'a.b00'],
    [{ firstname: 'Åsa Mia', lastname: 'Öberg' }, 'asamia.oberg'],
    [{ email: 'greta@mail.example', sipaddress: 'other@demo.example' }, 'greta'],
    [{ sipaddress: 'sip:gustav@demo.example' }, 'gustav'],
  ])('the fields %j give the username %s', async (values, username) => {
    expect(await setUp([]).find(values)).toEqual({ username });
  });
});

test('a typed username is used unchanged, without a request', async () => {
  const { find, asked } = setUp([]);
  expect(await find({ username: ' anna.a ', firstname: 'Bo' })).toEqual({ username: 'anna.a' });
  expect(asked).toEqual([]);
});

test('SIGNUP-25 A-023 numbers are tried until a name is free', async () => {
  const { find, asked } = setUp(['bo.ek', 'bo.ek1', 'bo.ek2']);
  expect(await find({ firstname: 'Bo', lastname: 'Ek' })).toEqual({ username: 'bo.ek3' });
  expect(asked).toEqual(['bo.ek', 'bo.ek1', 'bo.ek2', 'bo.ek3']);
});

test('SIGNUP-25 no verdict of the server is a failure, and so is a name whose numbers are all taken', async () => {
  expect(await setUp(['bo.ek'], 0).find({ firstname: 'Bo', lastname: 'Ek' })).toEqual({
    ok: false,
    status: 0,
  });
  const all = ['bo.ek', ...Array.from({ length: 60 }, (_, index) => `bo.ek${index}`)];
  expect(await setUp(all).find({ firstname: 'Bo', lastname: 'Ek' })).toEqual({ ok: false, status: 409 });
});

test.each([500, 429])(
  'SIGNUP-25 ERR-09 the answer %i gives no verdict on a name, and there is one request only',
  async (status) => {
    const { find, asked } = setUp(['bo.ek'], status);
    expect(await find({ firstname: 'Bo', lastname: 'Ek' })).toEqual({ ok: false, status });
    expect(asked).toEqual(['bo.ek']);
  },
);
