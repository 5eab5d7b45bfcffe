import type { ClientState } from '@samtal/call-core';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { callScenes } from '../../../gallery/scenes.ts';
import { showScene } from '../../../gallery/testing/show-scene.tsx';
import { endedByTransfer } from '../../../testing/call-states.ts';

const bobby = { address: 'bobby@demo.example', displayName: 'Bobby Berg' };
const carol = { address: 'carol@demo.example', displayName: 'Carol Claesson' };

/** The user has asked Carol, whose call was behind, to call Bobby. */
const attended: ClientState = {
  ...endedByTransfer,
  transfer: {
    side: 'own',
    callId: 'second',
    phase: 'done',
    target: bobby,
    attended: { user: carol, otherId: 'gallery' },
  },
};

test.each([
  ['transferred the call', endedByTransfer, 'You connected Bobby Berg with carol@demo.example.'],
  ['connected two calls', attended, 'You connected Carol Claesson with bobby@demo.example.'],
])(
  'D87 D101 a user who has %s reads so in the headline, once, and not that the other one ended the call',
  async (_name, client, words) => {
    const scene = callScenes.find(({ name }) => name === 'ended, the user connected the two others');
    const { leave } = await showScene({ ...(scene ?? expect.fail('no scene')), client }, 'en');
    onTestFinished(leave);
    const heading = page.getByRole('heading', { level: 1 });
    await expect.element(heading).toHaveTextContent(words);
    await expect.element(heading).toHaveFocus();
    expect(page.getByText(words).all()).toHaveLength(1);
    expect(page.getByText(/ended the call/).all()).toHaveLength(0);
  },
);
