import { expect, test } from 'vitest';
import { callScenes } from './scenes.ts';
import { faultsEverywhere } from './testing/scene-faults.ts';

test.each(callScenes)(
  'A14 $name: no violation and no sideways scrolling, in every theme, language and size',
  async (scene) => {
    expect(await faultsEverywhere(scene)).toEqual([]);
  },
);
