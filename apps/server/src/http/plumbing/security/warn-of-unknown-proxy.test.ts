import { afterEach, expect, test } from 'vitest';
import type { TestApp } from '../../testing/test-app.ts';
import { createTestApp } from '../../testing/test-app.ts';

let bed: TestApp | undefined;
afterEach(() => bed?.close());

test('ADR 9 a peer outside TRUSTED_PROXIES that sends X-Forwarded-For causes one warning with its address', async () => {
  bed = await createTestApp({ proxies: ['10.0.0.2'] });
  const request = (remoteAddress: string, headers: Record<string, string>) =>
    bed?.app.inject({ url: '/health', remoteAddress, headers });
  const warnings = (): string[] => bed?.logged().match(/"event":"unknown_proxy","address":"[^"]*"/g) ?? [];
  await request('10.0.0.2', { 'x-forwarded-for': '192.0.2.7' });
  await request('10.0.0.3', {});
  expect(warnings()).toEqual([]);
  await request('10.0.0.3', { 'x-forwarded-for': '192.0.2.7' });
  await request('10.0.0.4', { 'x-forwarded-for': '192.0.2.7' });
  expect(warnings()).toEqual(['"event":"unknown_proxy","address":"10.0.0.3"']);
});
