import { I18nextProvider } from 'react-i18next';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { callScenes } from '../../../gallery/scenes.ts';
import { showScene } from '../../../gallery/testing/show-scene.tsx';
import { createWholeI18n } from '../../../testing/whole-i18n.ts';
import { RemoteVideo } from './RemoteVideo.tsx';

test.each([
  'in call, on hold by own',
  'in call, on hold by peer',
  'in call, on hold by both',
  'in call, other camera and microphone off',
  'in call of three, one camera off',
  'in call of three, one on hold',
])('D17 D84 in the scene “%s” a video that a face covers cannot be zoomed', async (name) => {
  const scene = callScenes.find((each) => each.name === name) ?? expect.fail('no scene');
  const { leave } = await showScene(scene, 'en');
  onTestFinished(leave);
  const covered = [...document.querySelectorAll('[role="group"]')].filter((group) =>
    group.querySelector('[data-face]'),
  );
  expect(covered.length).toBeGreaterThan(0);
  for (const group of covered) {
    expect(group.querySelectorAll('[data-face] button').length).toBe(group.querySelectorAll('button').length);
    expect((group as HTMLElement).tabIndex).toBe(-1);
  }
});

test('D17 WCAG 2.4.3 when a face covers the video, a focus on its buttons goes to the heading', async () => {
  const i18n = await createWholeI18n('en');
  const video = (face?: string) => (
    <I18nextProvider i18n={i18n}>
      <h1 tabIndex={-1}>Bobby</h1>
      <RemoteVideo name="Bobby" isVisible isSoundOn remote={() => () => {}}>
        {face}
      </RemoteVideo>
    </I18nextProvider>
  );
  const screen = await render(video());
  const zoomIn = page.getByRole('button', { name: 'Zoom in' });
  (zoomIn.element() as HTMLElement).focus();
  await screen.rerender(video('on hold'));
  await expect.element(zoomIn).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { name: 'Bobby' })).toHaveFocus();
  await screen.rerender(video());
  await expect.element(zoomIn).toBeInTheDocument();
});
