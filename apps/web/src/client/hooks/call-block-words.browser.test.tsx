import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { messagesScenes } from '../../gallery/messages-scenes.ts';
import { showScene } from '../../gallery/testing/show-scene.tsx';

test.each([
  ['messages, connecting', false],
  ['messages, no calls', true],
] as const)(
  'DIAL-14 NAV-13 on the page of “%s” it stands that no call can be made: %s',
  async (name, isSaid) => {
    const scene = messagesScenes.find((one) => one.name === name) ?? expect.fail('no scene');
    const { leave } = await showScene(scene, 'en');
    onTestFinished(leave);
    await expect.element(page.getByRole('heading', { name: 'Messages' })).toBeVisible();
    const words = page.getByText('You cannot make calls when you are not in contact with the server.');
    expect(words.query() !== null).toBe(isSaid);
  },
);
