import { expect, test } from 'vitest';
import { createKioskTokens, type KioskSecret } from './kiosk-tokens.ts';

/** A secret that is one byte, repeated; each new one is the next byte. */
function secretOf(first: number): KioskSecret {
  let byte = first;
  return {
    read: async () => new Uint8Array(32).fill(byte),
    renew: async () => void (byte += 1),
  };
}

let now = 1_700_000_000_000;
const tokens = createKioskTokens(secretOf(1), () => now);

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
  const other = createKioskTokens(secretOf(2), () => now);
  expect(await tokens.verify(await other.mint({ to: 'echo' }, 60_000))).toEqual({
    ok: false,
    isExpired: false,
  });
  expect(await tokens.verify('')).toEqual({ ok: false, isExpired: false });
});

test('D112 a new secret makes every token invalid that was signed before, and no later one', async () => {
  const own = createKioskTokens(secretOf(3), () => now);
  const [before, unlisted] = [
    await own.mint({ id: 'row', to: 'echo' }, 60_000),
    await own.mint({ to: 'echo' }, 60_000),
  ];
  await own.renew();
  for (const token of [before, unlisted])
    expect(await own.verify(token)).toEqual({ ok: false, isExpired: false });
  expect(await own.verify(await own.mint({ to: 'echo' }, 60_000))).toMatchObject({ ok: true });
});
