import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { keepInSight } from './keep-in-sight.ts';

/** A notice of `height` pixels above a page of 5000, which is scrolled to its middle. */
async function showAbovePage(height: number): Promise<HTMLElement> {
  await page.viewport(360, 640);
  const notice = document.body.appendChild(document.createElement('section'));
  const below = document.body.appendChild(document.createElement('main'));
  onTestFinished(() => [notice, below].forEach((part) => part.remove()));
  notice.style.blockSize = `${height}px`;
  below.style.blockSize = '5000px';
  window.scrollTo(0, 3000);
  return notice;
}

test('CALLSCR-13 the page is scrolled to a high notice, and back when the notice is closed immediately', async () => {
  const notice = await showAbovePage(170);
  const close = keepInSight(notice);
  expect(notice.getBoundingClientRect().top).toBe(0);
  expect(notice.hasAttribute('data-stays')).toBe(false);
  close?.();
  expect(window.scrollY).toBe(3000);
});

test('CALLSCR-13 the page that the user has scrolled meanwhile stays where it is', async () => {
  const close = keepInSight(await showAbovePage(170));
  window.scrollTo(0, 500);
  close?.();
  expect(window.scrollY).toBe(500);
});

test('CALLSCR-13 what the effects of the page scroll to, such as a focused field, does not hide the notice', async () => {
  const notice = await showAbovePage(170);
  const close = keepInSight(notice);
  window.scrollTo(0, 400);
  await expect.poll(() => notice.getBoundingClientRect().top).toBe(0);
  close?.();
  expect(window.scrollY).toBe(3000);
});

test('CALLSCR-13 a low notice stays, and the page keeps its place', async () => {
  const notice = await showAbovePage(60);
  const close = keepInSight(notice);
  expect([notice.hasAttribute('data-stays'), window.scrollY]).toEqual([true, 3000]);
  expect(document.documentElement.style.getPropertyValue('--notice-above')).toBe('60px');
  close?.();
  expect(document.documentElement.style.getPropertyValue('--notice-above')).toBe('');
});
