import axe from 'axe-core';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { scenes } from './scenes.ts';
import { showScene } from './testing/show-scene.tsx';

/** The screens of the way from the login to the end of a call, and of the lists. */
const recorded = [
  'login',
  'dial, people found',
  'CALLING',
  'INCOMING_CALL',
  'in call, text of the shipped brand',
  'in call, more',
  'ended, with text',
  'contacts',
  'contact, edit',
  'history',
  'messages',
  'settings, duringcalls/textformat',
].map((wanted) => scenes.find(({ name }) => name === wanted) ?? expect.fail(`no scene ${wanted}`));

const sizes = [
  ['1440 × 900', 1440, 900],
  ['360 × 640', 360, 640],
] as const;

/** More stops than any screen here has: the focus goes in a circle. */
const TOO_MANY = 100;

/** The kind of an element, and the name that a screen reader reads. */
const called = (element: Element): string =>
  `${element.getAttribute('role') ?? element.localName} "${axe.commons.text.accessibleText(element)}"`;

/** Where the Tab key goes from the start of the page until it leaves the page or has been everywhere. */
async function stops(): Promise<string[]> {
  const seen = new Set<Element>();
  const order: string[] = [];
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  while (seen.size < TOO_MANY) {
    await userEvent.tab();
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body || seen.has(activeElement)) break;
    seen.add(activeElement);
    axe.setup(document.body);
    order.push(called(activeElement));
    axe.teardown();
  }
  return order;
}

test('WCAG 2.4.3 the order of focus on each screen is the one recorded in docs/focus-order.md', async () => {
  const parts = [
    '# Order of focus',
    'Where the Tab key goes on each screen, from its first stop. Made by the tests of the gallery.',
  ];
  for (const scene of recorded) {
    parts.push(`## ${scene.name}`);
    for (const [size, width, height] of sizes) {
      await page.viewport(width, height);
      const { leave } = await showScene(scene, 'en');
      parts.push(`${size}: ${(await stops()).join(' · ')}`);
      await leave();
    }
  }
  await expect(`${parts.join('\n\n')}\n`).toMatchFileSnapshot('../../../../docs/focus-order.md');
});
