import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { SpokenWords } from './SpokenWords.tsx';

/** What a screen reader finds in the live region. */
const heard = (role: 'status' | 'alert'): string =>
  [...page.getByRole(role).element().children]
    .filter((part) => part.ariaHidden !== 'true')
    .map((part) => part.textContent)
    .join('');

test('WCAG 4.1.3 words that come with their live region reach screen readers a moment after it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await render(<SpokenWords>Carol has joined.</SpokenWords>);
  await expect.element(page.getByText('Carol has joined.')).toBeVisible();
  expect(heard('status')).toBe('');
  vi.advanceTimersByTime(200);
  await expect.poll(() => heard('status')).toBe('Carol has joined.');
});

test('WCAG 4.1.3 urgent words do not wait, because an alert is announced when it comes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await render(<SpokenWords isUrgent>Carol was not reached.</SpokenWords>);
  await expect.poll(() => heard('alert')).toBe('Carol was not reached.');
});
