import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { AddressText } from './AddressText.tsx';

/** The lines of text, from top to bottom. */
function linesOf(element: Element): readonly string[] {
  const lines = new Map<number, string>();
  const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node instanceof Text; node = nodes.nextNode())
    for (let index = 0; index < node.data.length; index++) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + 1);
      const top = Math.round(range.getBoundingClientRect().top);
      lines.set(top, (lines.get(top) ?? '') + node.data.charAt(index));
    }
  return [...lines.values()];
}

test.each([
  ['bobby@demo.example', '9rem', ['bobby', '@demo.example']],
  ['bobby@demo.example', '20rem', ['bobby@demo.example']],
  ['+4670123456', '20rem', ['+4670123456']],
  ['@', '20rem', ['@']],
])('WCAG 1.4.10 the address %s on a line of %s has the lines %s', async (address, inlineSize, lines) => {
  await render(
    <p style={{ inlineSize, font: '16px monospace', overflowWrap: 'anywhere' }}>
      <AddressText>{address}</AddressText>
    </p>,
  );
  const words = page.getByText(address, { exact: true });
  await expect.element(words).toBeVisible();
  expect(linesOf(words.element())).toEqual(lines);
});
