import { I18nextProvider } from 'react-i18next';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createWholeI18n } from '../../testing/whole-i18n.ts';
import { Ringtone } from './Ringtone.tsx';

const i18n = await createWholeI18n('en');

test('CALLSCR-02 D18 blocked sound: the page says how to turn it on, and any key does', async () => {
  let isAllowed = false;
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async () => {
    if (!isAllowed) throw new DOMException('blocked', 'NotAllowedError');
  });
  onTestFinished(() => play.mockRestore());
  await render(
    <I18nextProvider i18n={i18n}>
      <Ringtone name="BELL" />
    </I18nextProvider>,
  );
  const words = page.getByText('Select anywhere to turn on sound.');
  await expect.element(words).toBeVisible();
  isAllowed = true;
  await userEvent.keyboard('a');
  await expect.element(words).not.toBeInTheDocument();
});

test('CALLSCR-02 a ringtone that ends while the browser reads it is removed when it has been read, and not before', async () => {
  const scene = await render(
    <I18nextProvider i18n={i18n}>
      <Ringtone name="BELL" />
    </I18nextProvider>,
  );
  const audio = document.querySelector('audio');
  if (audio === null) throw new Error('there is no sound');
  const removals: number[] = [];
  const load = audio.load.bind(audio);
  audio.load = () => {
    removals.push(audio.readyState);
    load();
  };
  const startOver = new Promise((resolve) => audio.addEventListener('loadstart', resolve, { once: true }));
  // Sets the sound again, so that the browser begins to read it now.
  audio.setAttribute('src', audio.src);
  await startOver;
  await scene.unmount();
  await vi.waitUntil(() => !audio.hasAttribute('src'));
  expect(removals.map((state) => state >= HTMLMediaElement.HAVE_CURRENT_DATA)).toEqual([true]);
});
