import type { ClientState, TransferState } from '@samtal/call-core';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { callScenes } from '../../../gallery/scenes.ts';
import { showScene } from '../../../gallery/testing/show-scene.tsx';
import { takenOver } from '../../../testing/call-states.ts';

const scene = callScenes.find(({ name }) => name === 'in call, the target takes over');

async function show(client: ClientState) {
  const { leave } = await showScene({ ...(scene ?? expect.fail('no scene')), client }, 'en');
  onTestFinished(leave);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  return document.body.textContent ?? '';
}

test('D101 WCAG 4.1.3 while the target takes over, which holds the call with the user, they read that calls are connected', async () => {
  const words = await show(takenOver());
  expect(words).toContain('Connecting the call…');
  expect(words).not.toContain('put the call on hold');
});

test.each(['asked', 'failed'] as const)(
  'D84 D101 a target that holds the call while the transfer is %s is said to hold it',
  async (phase) => {
    const { transfer, ...state } = takenOver();
    const words = await show({ ...state, transfer: { ...transfer, phase } as TransferState });
    expect(words).toContain('Bobby Berg put the call on hold');
  },
);

test('D84 D101 a user whose call is taken over while they hold it reads that they hold it', async () => {
  const { hold, ...state } = takenOver();
  const words = await show({ ...state, hold: { ...hold, isOwn: true, isOwnAgreed: true } });
  expect(words).toContain('You put the call on hold');
  expect(words).not.toContain('both put the call on hold');
});
