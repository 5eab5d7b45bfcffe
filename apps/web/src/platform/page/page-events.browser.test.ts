import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { watchPage } from './page-events.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A page whose window has the given width in CSS pixels. */
function openPage(width: number) {
  const frame = document.createElement('iframe');
  frame.width = String(width);
  // With a border, a style sheet of another test could make its window narrower.
  frame.style.border = '0';
  document.body.append(frame);
  onTestFinished(() => frame.remove());
  const page = frame.contentWindow ?? expect.fail('no window');
  const resize = async (width: number): Promise<void> => {
    const resized = new Promise((resolve) => page.addEventListener('resize', resolve, { once: true }));
    frame.width = String(width);
    await resized;
  };
  return { page, resize };
}

test('NAV-18 a new window size is reported after it has not changed for 300 ms', async () => {
  const { page, resize } = openPage(1200);
  const sizes: boolean[] = [];
  const stop = watchPage(page, (event) => event.type === 'screenResized' && sizes.push(event.isSmall));
  expect(sizes).toEqual([false]);
  await resize(900);
  vi.advanceTimersByTime(299);
  await resize(800);
  vi.advanceTimersByTime(299);
  expect(sizes).toEqual([false]);
  vi.advanceTimersByTime(1);
  expect(sizes).toEqual([false, true]);
  await resize(991);
  await resize(992);
  vi.advanceTimersByTime(300);
  expect(sizes).toEqual([false, true, false]);
  await resize(500);
  stop();
  vi.advanceTimersByTime(1000);
  expect(sizes).toHaveLength(3);
});
