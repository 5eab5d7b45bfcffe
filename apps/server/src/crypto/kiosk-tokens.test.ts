import { expect, test } from 'vitest';
import { createKioskTokens } from './kiosk-tokens.ts';

const secret = new Uint8Array(32).fill(1);
let now = 1_700_000_000_000;
const tokens = createKioskTokens(secret, () => now);

test('KIOSK-05 a token can be read until it expires', async () => {
  const token = await tokens.mint(
    { to: 'echo@demo.example', username: 'bobby', ivr: '1,2', ref: 'Åsa' },
    60_000,
  );
  expect(token.split('.')).toHaveLength(3);
  expect(await tokens.verify(token)).toEqual({
    ok: true,
    claims: { to: 'echo@demo.example', username: 'bobby', ivr: '1,2', ref: 'Åsa' },
  });
  now += 60_000;
  expect(await tokens.verify(token)).toEqual({ ok: false, isExpired: true });
});

test('KIOSK-08 a token signed with another key is invalid', async () => {
  const other = createKioskTokens(new Uint8Array(32).fill(2), () => now);
  expect(await tokens.verify(await other.mint({ to: 'echo' }, 60_000))).toEqual({
    ok: false,
    isExpired: false,
  });
  expect(await tokens.verify('')).toEqual({ ok: false, isExpired: false });
});
