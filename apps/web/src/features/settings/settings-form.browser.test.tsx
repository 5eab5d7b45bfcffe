import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createWholeI18n } from '../../testing/whole-i18n.ts';
import '../../ui/styles/reset.css';
import '../../ui/styles/tokens.css';
import { SceneView } from '../../gallery/SceneView.tsx';
import { scenes } from '../../gallery/scenes.ts';

const i18n = await createWholeI18n('en');

test.each([
  [700, 16, true],
  [700, 24, false],
  [400, 16, false],
])(
  'in a window %i px high with text of %i px the save button stays visible: %s',
  async (height, textPx, stays) => {
    await page.viewport(360, height);
    document.documentElement.style.fontSize = `${textPx}px`;
    onTestFinished(() => void (document.documentElement.style.fontSize = ''));
    const scene = scenes.find(({ name }) => name === 'settings, duringcalls/textformat');
    if (scene === undefined) throw new Error('the settings scene is missing');
    await render(<SceneView scene={scene} i18n={i18n} theme="light" />);
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await expect.element(save).toBeVisible();
    expect(document.documentElement.scrollHeight).toBeGreaterThan(height);
    expect(save.element().getBoundingClientRect().bottom <= height).toBe(stays);
  },
);
