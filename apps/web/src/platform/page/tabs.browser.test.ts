import { expect, onTestFinished, test } from 'vitest';
import { watchOtherTabs } from './tabs.ts';

/** Another page of this origin. */
function openOtherTab(): Window {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  onTestFinished(() => frame.remove());
  return frame.contentWindow ?? expect.fail('no window');
}

test('LOGIN-13 A-031 a logout in another tab is reported, other changes and clearing are not', async () => {
  const heard: string[] = [];
  const stop = watchOtherTabs(
    window,
    () => false,
    () => heard.push('logout'),
  );
  onTestFinished(() => localStorage.clear());
  const other = openOtherTab();
  other.localStorage.setItem('darkTheme', 'true');
  other.localStorage.setItem('logout', '1');
  await expect.poll(() => heard).toEqual(['logout']);
  other.localStorage.removeItem('logout');
  other.localStorage.setItem('logout', '2');
  await expect.poll(() => heard).toEqual(['logout', 'logout']);
  stop();
});

test.each([
  ['has logged out', true, true, ['logout']],
  ['has not logged out', true, false, []],
  ['has logged out, and the page was loaded anew', false, true, []],
])(
  'LOGIN-13 a page that comes back from the back/forward cache when another tab %s',
  (_what, persisted, isOutdated, expected) => {
    const heard: string[] = [];
    const stop = watchOtherTabs(
      window,
      () => isOutdated,
      () => heard.push('logout'),
    );
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted }));
    stop();
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted }));
    expect(heard).toEqual(expected);
  },
);
