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
  const stop = watchOtherTabs(window, () => heard.push('logout'));
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
