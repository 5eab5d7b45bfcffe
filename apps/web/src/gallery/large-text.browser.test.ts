import { expect, test } from 'vitest';
import { formScenes, listScenes } from './scenes.ts';
import { faultsOfLargeText } from './testing/scene-faults.ts';

test.each([...formScenes, ...listScenes])(
  'WCAG 1.4.4 $name: text at twice the size fits a window of 360 × 640 without sideways scrolling',
  async (scene) => {
    expect(await faultsOfLargeText(scene)).toEqual([]);
  },
);
