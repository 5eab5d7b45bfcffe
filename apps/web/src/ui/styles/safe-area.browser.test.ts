import { expect, onTestFinished, test } from 'vitest';
import { cdp } from 'vitest/browser';
import './reset.css';

test('in landscape no text lies under a notch, in left-to-right and right-to-left', async () => {
  const notch = (left: number, right: number) =>
    cdp().send('Emulation.setSafeAreaInsetsOverride', { insets: { left, right, top: 0, bottom: 0 } });
  await notch(44, 20);
  onTestFinished(async () => void (await notch(0, 0)));
  const root = document.body.appendChild(document.createElement('div'));
  onTestFinished(() => root.remove());
  root.id = 'root';
  for (const direction of ['ltr', 'rtl']) {
    root.dir = direction;
    const { paddingLeft, paddingRight } = getComputedStyle(root);
    expect([paddingLeft, paddingRight]).toEqual(['44px', '20px']);
  }
});
