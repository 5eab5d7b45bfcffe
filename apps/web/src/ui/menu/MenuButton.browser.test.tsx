import axe from 'axe-core';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../styles/reset.css';
import '../styles/tokens.css';
import { PageFrame } from '../page/PageFrame.tsx';
import { MenuButton } from './MenuButton.tsx';

const chosen: string[] = [];
const choose = (label: string) => ({
  key: label,
  label,
  isChosen: label === 'Light',
  onSelect: () => void chosen.push(label),
});
const button = page.getByRole('button', { name: 'Appearance' });
const menu = page.getByRole('menu', { name: 'Appearance' });
const focused = () => document.activeElement?.textContent;

beforeEach(async () => {
  chosen.length = 0;
  await render(
    <main>
      <h1>Page</h1>
      <MenuButton
        label="Appearance"
        groups={[
          ['System', 'Light', 'Dark'].map(choose),
          [
            { key: 'out', label: 'Log out', onSelect: () => void chosen.push('out') },
            { key: 'page', label: 'A page', href: '/somewhere', isCurrent: true },
          ],
        ]}
      >
        Appearance
      </MenuButton>
      <button type="button">After</button>
    </main>,
  );
});

test('APG menu button: Enter opens it on the choice in effect, arrows and letters move, Escape returns', async () => {
  await expect.element(button).toHaveAttribute('aria-expanded', 'false');
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.poll(focused).toBe('Light');
  await expect.element(button).toHaveAttribute('aria-expanded', 'true');
  await expect
    .element(page.getByRole('menuitemradio', { name: 'Light' }))
    .toHaveAttribute('aria-checked', 'true');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(focused()).toBe('Log out');
  await userEvent.keyboard('{End}{ArrowDown}');
  expect(focused()).toBe('System');
  await userEvent.keyboard('d');
  expect(focused()).toBe('Dark');
  const { violations } = await axe.run(document);
  expect(violations.map(({ id }) => id).filter((id) => id !== 'page-has-heading-one')).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(menu).not.toBeInTheDocument();
  expect(document.activeElement).toBe(button.element());
  expect(chosen).toEqual([]);
});

test('APG menu button: a choice closes the menu and gives the focus back; arrows open it at either end', async () => {
  await userEvent.tab();
  await userEvent.keyboard('{ArrowUp}');
  await expect.poll(focused).toBe('Light');
  await userEvent.keyboard('{ArrowDown} ');
  await expect.element(menu).not.toBeInTheDocument();
  expect([chosen, document.activeElement]).toEqual([['Dark'], button.element()]);
  await button.click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  expect(chosen).toEqual(['Dark', 'out']);
});

test('APG menu button: Tab and a press elsewhere close the menu', async () => {
  await button.click();
  await expect.element(menu).toBeVisible();
  await userEvent.tab();
  await expect.element(menu).not.toBeInTheDocument();
  expect(focused()).toBe('After');
  await button.click();
  await expect.element(menu).toBeVisible();
  await page.getByRole('heading').click();
  await expect.element(menu).not.toBeInTheDocument();
});

test('WCAG 2.4.3 after a link the focus is not kept by the menu; after the link to the same page it is', async () => {
  const before = location.pathname;
  onTestFinished(() => history.replaceState(null, '', before));
  await button.click();
  await page.getByRole('menuitem', { name: 'A page' }).click();
  await expect.element(menu).not.toBeInTheDocument();
  expect([location.pathname, document.activeElement]).toEqual(['/somewhere', document.body]);
  await button.click();
  await page.getByRole('menuitem', { name: 'A page' }).click();
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

test('WCAG 2.4.3 a page that arrives while a menu is open leaves the focus, and the menu, alone', async () => {
  await button.click();
  await expect.poll(focused).toBe('Light');
  await render(
    <PageFrame title="Late page" hasFocus>
      Content
    </PageFrame>,
  );
  await expect.element(page.getByRole('heading', { name: 'Late page' })).toBeVisible();
  expect(focused()).toBe('Light');
  await expect.element(menu).toBeVisible();
});

test.each([
  ['ltr', 'start'],
  ['ltr', 'end'],
  ['rtl', 'start'],
  ['rtl', 'end'],
])(
  'the menu of a button at the edge of a narrow window is wholly in the window (%s, %s)',
  async (dir, place) => {
    const { documentElement } = document;
    onTestFinished(() => void (documentElement.dir = 'ltr'));
    await page.viewport(320, 640);
    documentElement.dir = dir;
    const words = 'Do not disturb until I turn it off';
    await render(
      <div style={{ display: 'flex', justifyContent: place }}>
        <MenuButton label="Quiet" groups={[[{ key: 'on', label: words, isChosen: true }]]}>
          Q
        </MenuButton>
      </div>,
    );
    await page.getByRole('button', { name: 'Q', exact: true }).click();
    const opened = page.getByRole('menu', { name: 'Quiet' });
    await expect.element(opened).toBeVisible();
    const { left, right } = opened.element().getBoundingClientRect();
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(320);
  },
);
