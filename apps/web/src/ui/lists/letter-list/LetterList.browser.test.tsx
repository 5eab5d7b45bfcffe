import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { LetterList } from './LetterList.tsx';
import { createListPlaces, ListPlacesContext } from './list-places.ts';

const letters = 'ABCDEFGHIJ'.split('');
/** Ten thousand names under ten letters. */
const groups = letters.map((letter) => ({
  key: letter,
  label: letter,
  letter,
  items: Array.from({ length: 1000 }, (_, index) => `${letter} name ${index}`),
}));
const keyOf = (name: string) => name;
const row = (name: string) => <button type="button">{name}</button>;

async function open(shown = groups) {
  await page.viewport(1200, 800);
  const list = (given: typeof groups) => (
    <main>
      <h1>Before the list</h1>
      <LetterList name="people" groups={given} keyOf={keyOf} renderItem={row} indexLabel="Go to letter" />
    </main>
  );
  const screen = await render(list(shown));
  return { show: (given: typeof groups) => screen.rerender(list(given)) };
}
const button = (name: string) => page.getByRole('button', { name, exact: true });
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** The texts of the visible entries. */
const seen = () =>
  [...document.querySelectorAll('li')]
    .filter((item) => {
      const { top, bottom } = item.getBoundingClientRect();
      return bottom > 0 && top < window.innerHeight;
    })
    .map(({ textContent }) => textContent);

test('CONTACT-01 of ten thousand entries only the visible ones are in the page, and each has its position', async () => {
  await open();
  await expect.element(button('A name 0')).toBeVisible();
  const items = document.querySelectorAll('li');
  expect(items.length).toBeLessThan(60);
  expect([
    items[3]?.ariaSetSize ?? items[3]?.getAttribute('aria-setsize'),
    items[3]?.getAttribute('aria-posinset'),
  ]).toEqual(['1000', '4']);
  expect(document.documentElement.scrollHeight).toBeGreaterThan(10_000 * 20);
});

test('A14 a list of a hundred entries is in the page as a whole, and can be read from top to end', async () => {
  const short = groups.map((group) => ({ ...group, items: group.items.slice(0, 10) }));
  await open(short);
  await expect.element(button('A name 0')).toBeVisible();
  expect(document.querySelectorAll('li')).toHaveLength(100);
  expect([...document.querySelectorAll('h2')].map(({ textContent }) => textContent)).toEqual(letters);
});

test('every scroll offset shows entries without a gap, under their own heading', async () => {
  await open();
  await expect.element(button('A name 0')).toBeVisible();
  for (const part of [0.13, 0.5, 0.99, 0.02]) {
    window.scrollTo(0, document.documentElement.scrollHeight * part);
    await expect.poll(() => seen().length).toBeGreaterThan(8);
    await frame();
    const shown = [...document.querySelectorAll('li')].filter((item) => seen().includes(item.textContent));
    const edges = shown.map((item) => item.getBoundingClientRect());
    for (const [index, { top }] of edges.entries()) {
      const above = edges[index - 1];
      // The space between two entries is at most that of a heading.
      if (above !== undefined) expect(top - above.bottom).toBeLessThan(60);
    }
    for (const item of shown) {
      const heading = item.closest('ul')?.previousElementSibling;
      expect(item.textContent.startsWith(heading?.textContent ?? '?')).toBe(true);
    }
  }
});

test('a letter scrolls to its group and moves the focus there', async () => {
  await open();
  await page.getByRole('navigation', { name: 'Go to letter' }).getByRole('button', { name: 'H' }).click();
  await expect.element(page.getByRole('heading', { name: 'H', exact: true })).toHaveFocus();
  await expect.poll(() => seen()[0]).toMatch(/^H name [01]$/);
  await userEvent.keyboard('{Tab}');
  await expect.element(button('H name 0')).toHaveFocus();
});

test('the focused row stays in the page when it is scrolled away, and the next row follows it', async () => {
  await open();
  await button('A name 3').click();
  window.scrollTo(0, document.documentElement.scrollHeight * 0.6);
  await expect.poll(() => seen()[0]).toMatch(/^[E-H]/);
  expect(document.activeElement?.textContent).toBe('A name 3');
  // When the focused row is scrolled back into view, the next rows are in the page again.
  (document.activeElement as HTMLElement).scrollIntoView();
  await expect.element(button('A name 4')).toBeVisible();
  await userEvent.keyboard('{Tab}');
  expect(document.activeElement?.textContent).toBe('A name 4');
});

test('a shorter list replaces a longer one', async () => {
  const { show } = await open();
  // Rows that are measured while scrolling move the end of the list a little further.
  await expect
    .poll(() => {
      window.scrollTo(0, document.documentElement.scrollHeight);
      return seen().at(-1);
    })
    .toBe('J name 999');
  await show([{ key: 'B', label: 'B', letter: 'B', items: ['B only'] }]);
  await expect.element(button('B only')).toBeVisible();
  expect(document.querySelectorAll('li')).toHaveLength(1);
});

test('coming back shows the same entries in the same place immediately, at any row height', async () => {
  await page.viewport(1200, 800);
  const places = createListPlaces();
  const high = (name: string) => <p style={{ blockSize: `${60 + (name.length % 3) * 40}px` }}>{name}</p>;
  const list = (
    <ListPlacesContext value={places}>
      <h1>Before the list</h1>
      <LetterList name="people" groups={groups} keyOf={keyOf} renderItem={high} indexLabel="Go to letter" />
    </ListPlacesContext>
  );
  const screen = await render(list);
  for (const part of [0.1, 0.2, 0.5]) {
    window.scrollTo(0, document.documentElement.scrollHeight * part);
    await frame();
    await frame();
  }
  await expect.poll(() => seen().length).toBeGreaterThan(4);
  const [before, scrollY] = [seen(), window.scrollY];
  await screen.rerender(<h1>An entry</h1>);
  await expect.poll(() => window.scrollY).toBeLessThan(100);
  await screen.rerender(list);
  expect(window.scrollY).toBe(scrollY);
  expect(seen()).toEqual(before);
  // The list does not move afterwards either.
  await frame();
  await frame();
  expect(seen()).toEqual(before);
});
