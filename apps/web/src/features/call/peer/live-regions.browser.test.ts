import { expect, onTestFinished, test } from 'vitest';
import { callScenes } from '../../../gallery/scenes.ts';
import { showScene } from '../../../gallery/testing/show-scene.tsx';

const live = 'output, [role="status"], [aria-live="polite"], [aria-live="assertive"]';

test.each(['in call, poor connection', 'in call, two users can be connected', 'in call of three, together'])(
  'WCAG 4.1.3 %s: each live region stays in the page while it is empty',
  async (name) => {
    const scene = callScenes.find((each) => each.name === name) ?? expect.fail('no scene');
    const { leave } = await showScene(scene, 'en');
    onTestFinished(leave);
    const main = document.querySelector('main') ?? expect.fail('no call');
    const regions = [...main.querySelectorAll(live)].filter(({ parentElement }) =>
      parentElement?.checkVisibility(),
    );
    expect(regions.length).toBeGreaterThan(3);
    const away = regions.filter((region) => getComputedStyle(region).display === 'none');
    expect(away.map(({ className }) => className)).toEqual([]);
  },
);
