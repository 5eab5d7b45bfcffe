import { expect, onTestFinished, test } from 'vitest';
import { pageScenes } from './scenes.ts';
import { faultsOfLargeText } from './testing/scene-faults.tsx';

test.each(pageScenes)(
  'WCAG 1.4.4 $name: text at twice the size fits a window of 360 × 640 without sideways scrolling',
  async (scene) => {
    document.documentElement.style.fontSize = '32px';
    onTestFinished(() => void (document.documentElement.style.fontSize = ''));
    expect(await faultsOfLargeText(scene)).toEqual([]);
  },
);
