import { expect, test } from 'vitest';
import { formScenes } from './scenes.ts';
import { faultsEverywhere } from './testing/scene-faults.ts';

test.each(formScenes)(
  'A14 $name: no violation and no sideways scrolling, in every theme, language and size',
  async (scene) => {
    expect(await faultsEverywhere(scene)).toEqual([]);
  },
);
