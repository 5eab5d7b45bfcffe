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

test('D101 WCAG 1.4.10 the full stop of the headline never stands alone on a line, however long the address is', async () => {
  const scene = callScenes.find(({ name }) => name === 'ended, the user connected the two others');
  const found = scene ?? expect.fail('no scene');
  const target = { address: 'maria-theresia.von.hohenberg@service.example' };
  const transfer = endedByTransfer.transfer ?? expect.fail('no transfer');
  const client = { ...endedByTransfer, transfer: { ...transfer, target } };
  const { leave } = await showScene({ ...found, client }, 'en');
  onTestFinished(leave);
  const heading = page.getByRole('heading', { level: 1 });
  await expect.element(heading).toHaveTextContent(`You connected Bobby Berg with ${target.address}.`);
  const letters: Range[] = [];
  const walker = document.createTreeWalker(heading.element(), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    for (let at = 0; at < (node.textContent ?? '').length; at += 1) {
      const letter = document.createRange();
      letter.setStart(node, at);
      letter.setEnd(node, at + 1);
      letters.push(letter);
    }
  const alone: number[] = [];
  for (let width = 320; width <= 620; width += 10) {
    await page.viewport(width, 800);
    const [before, last] = letters.slice(-2).map((letter) => Math.round(letter.getBoundingClientRect().top));
    if (before !== last) alone.push(width);
  }
  expect(alone).toEqual([]);
});

test('D87 while the call to the target takes the place of the call, the user does not read that they ended it', async () => {
  const scene = callScenes.find(({ name }) => name === 'ended, the user connected the two others');
  const { call } = endedByTransfer;
  if (call.phase !== 'ended') return expect.fail('no ended call');
  const client: ClientState = {
    ...endedByTransfer,
    call: { phase: 'ending', call: call.call, outcome: 'terminatedLocal' },
    transfer: {
      side: 'peer',
      callId: call.call.callId,
      phase: 'switching',
      newCallId: 'new',
      replay: [],
      by: call.call.remoteUser,
      target: carol,
      wanted: { audio: true, video: true, text: true },
      referId: 1,
    },
  };
  const { leave } = await showScene({ ...(scene ?? expect.fail('no scene')), client }, 'en');
  onTestFinished(leave);
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Connecting the call…');
  // The name that the other end claims for the target is not shown.
  await expect.element(page.getByText('carol', { exact: true })).toBeVisible();
});

test.each([
  ['transferred the call', endedByTransfer],
  ['connected two calls', attended],
])(
  'D87 D101 CALLSCR-08 a user who has %s reads whom the button calls, and closes a screen on which nothing can be cancelled',
  async (_name, client) => {
    const scene = callScenes.find(({ name }) => name === 'ended, the user connected the two others');
    const { leave } = await showScene({ ...(scene ?? expect.fail('no scene')), client }, 'en');
    onTestFinished(leave);
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
    for (const name of ['Close', 'Call Bobby Berg'])
      await expect.element(page.getByRole('button', { name, exact: true })).toBeVisible();
    expect(page.getByRole('button', { name: /^Cancel$|again/ }).all()).toEqual([]);
  },
);
