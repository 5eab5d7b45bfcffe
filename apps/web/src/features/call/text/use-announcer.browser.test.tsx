import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { PAUSE_MS } from './announcer.ts';
import { useAnnouncer } from './use-announcer.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('letters are silent until the writer pauses, and what was said does not stay to be read again', async () => {
  const { result, rerender, act } = await renderHook((text?: string) => useAnnouncer(text ?? ''));
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  for (const text of ['H', 'He', 'Hej']) {
    await rerender(text);
    await pass(PAUSE_MS - 1);
    expect(result.current).toBe('');
  }
  await pass(1);
  expect(result.current).toBe('Hej');
  await pass(10_000);
  expect(result.current).toBe('');
  await rerender('Hej du');
  await pass(PAUSE_MS);
  expect(result.current).toBe('du');
});
