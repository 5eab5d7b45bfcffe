import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { LEAST_INTERVAL_MS, PAUSE_MS } from './announcer.ts';
import { type Announcers, useAnnouncer } from './use-announcer.ts';

let announcers: Announcers;
beforeEach(() => {
  announcers = new Map();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('letters are silent until a pause, and an announcement is removed afterwards', async () => {
  const { result, rerender, act } = await renderHook((text?: string) =>
    useAnnouncer(text ?? '', 'line', 'a', announcers),
  );
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  for (const text of ['H', 'He', 'Hej']) {
    await rerender(text);
    await pass(PAUSE_MS - 1);
    expect(result.current.words).toBe('');
  }
  await pass(1);
  expect(result.current.words).toBe('Hej');
  await pass(10_000);
  expect(result.current.words).toBe('');
  await rerender('Hej du');
  await pass(PAUSE_MS);
  expect(result.current.words).toBe('du');
});

test('A15 the same words twice are two announcements', async () => {
  const { result, rerender, act } = await renderHook((text?: string) =>
    useAnnouncer(text ?? '', 'line', 'a', announcers),
  );
  await rerender('ja\n');
  const first = result.current;
  await rerender('ja\nja\n');
  await act(() => void vi.advanceTimersByTime(PAUSE_MS));
  expect(result.current).toEqual({ id: first.id + 1, words: 'ja' });
});

test('A15 words are announced in time when the clock of the computer is set back', async () => {
  const { result, rerender, act } = await renderHook((text?: string) =>
    useAnnouncer(text ?? '', 'line', 'a', announcers),
  );
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  await rerender('Hej\n');
  expect(result.current.words).toBe('Hej');
  await rerender('Hej\nhow');
  vi.setSystemTime(Date.now() - 3_600_000);
  await pass(LEAST_INTERVAL_MS + PAUSE_MS);
  expect(result.current.words).toBe('how');
});

test('D85 a call that comes back to the front goes on where it was: what arrived meanwhile is announced', async () => {
  const first = await renderHook((text?: string) => useAnnouncer(text ?? '', 'line', 'a', announcers));
  await first.rerender('Hej\n');
  expect(first.result.current.words).toBe('Hej');
  await first.unmount();
  const other = await renderHook(() => useAnnouncer('other call\n', 'line', 'b', announcers));
  expect(other.result.current.words).toBe('other call');
  await other.unmount();
  await vi.advanceTimersByTimeAsync(5000);
  const again = await renderHook(() => useAnnouncer('Hej\nare you there?\n', 'line', 'a', announcers));
  expect(again.result.current.words).toBe('are you there?');
});
