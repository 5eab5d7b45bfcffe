import axe from 'axe-core';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createWholeI18n } from '../../testing/whole-i18n.ts';
import '../../ui/styles/reset.css';
import '../../ui/styles/tokens.css';
import type { Theme } from '../../client/product/theme.ts';
import { SceneView } from '../../gallery/SceneView.tsx';
import { scenes } from '../../gallery/scenes.ts';
import { directionOf, type Language, languages } from '../../i18n/index.ts';
import { inCall } from '../../testing/call-states.ts';

const root = document.documentElement;

async function open(path: string, { theme = 'light', language = 'en', isInCall = false, name = path } = {}) {
  root.dataset['theme'] = theme;
  root.lang = language;
  root.dir = directionOf(language as Language);
  const container = document.body.appendChild(Object.assign(document.createElement('div'), { id: 'root' }));
  const scene = scenes.find((one) => one.name === name) ?? {
    name,
    path,
    ...(isInCall ? { client: inCall() } : {}),
  };
  const i18n = await createWholeI18n(language as Language);
  const screen = await render(<SceneView scene={scene} i18n={i18n} theme={theme as Theme} />, { container });
  onTestFinished(async () => {
    await screen.unmount();
    container.remove();
  });
  await expect.poll(() => document.querySelector('[aria-busy="true"]'), { timeout: 10_000 }).toBeNull();
  return screen;
}

const menu = page.getByRole('navigation', { name: 'Menu' });
const tabs = page.getByRole('navigation', { name: 'Main pages' });
const boxOf = (element: Element) => element.getBoundingClientRect();

beforeEach(async () => {
  await page.viewport(1280, 800);
  onTestFinished(() => {
    root.style.fontSize = '';
    root.lang = 'en';
    root.dir = 'ltr';
  });
});

test.each(languages)(
  'D76 in %s the header is one row from 992 px on, with words under the icons',
  async (language) => {
    await page.viewport(992, 700);
    await open('/call', { language });
    const bar = document.querySelector('header')?.parentElement ?? expect.fail('no header');
    expect(boxOf(bar).height).toBeLessThanOrEqual(80);
    expect(root.scrollWidth).toBe(992);
    const entries = [...bar.querySelectorAll('nav a, nav button')].filter((one) => one.checkVisibility());
    expect(entries.length).toBeGreaterThanOrEqual(9);
    for (const entry of entries) {
      const icon = entry.querySelector('svg, [aria-hidden]') ?? expect.fail(entry.textContent);
      expect(boxOf(icon).bottom).toBeLessThan(boxOf(entry).bottom - 14);
      expect(boxOf(entry).right).toBeLessThanOrEqual(992);
      expect(boxOf(entry).left).toBeGreaterThanOrEqual(0);
    }
  },
);

test.each(['light', 'dark', 'contrast'])(
  'NAV-02 bug 4 the current page is marked by a line in the theme %s',
  async (theme) => {
    await open('/history', { theme });
    const lineOf = (name: string) =>
      getComputedStyle(menu.getByRole('link', { name }).element()).borderBlockEndColor;
    const fillOf = (name: string) =>
      getComputedStyle(menu.getByRole('link', { name }).element()).backgroundColor;
    await expect.element(menu.getByRole('link', { name: 'History' })).toHaveAttribute('aria-current', 'page');
    expect(lineOf('History')).not.toBe(lineOf('Messages'));
    expect(fillOf('History')).not.toBe(fillOf('Messages'));
  },
);

test.each(['/contacts', '/services', '/directory'])(
  'NAV-03 bug 5 at %s the group of contacts is marked',
  async (path) => {
    await open(path);
    await expect
      .element(menu.getByRole('button', { name: 'Contacts' }))
      .toHaveAttribute('aria-current', 'page');
  },
);

test('D76 the account menu leads to the pages of the account, and asks before it logs out', async () => {
  await open('/call');
  const button = page.getByRole('button', { name: 'Account: Alice Andersson' });
  await button.click();
  const entries = page.getByRole('menu').getByRole('menuitem');
  await expect
    .poll(() => entries.elements().map(({ textContent }) => textContent))
    .toEqual(['User information', 'Debug log', 'System information', 'Log out']);
  await entries.last().click();
  await expect.element(page.getByRole('dialog').getByText('Do you want to log out?')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(button).toHaveFocus();
  await button.click();
  await page.getByRole('menuitem', { name: 'User information' }).click();
  await expect.element(button).toHaveAttribute('aria-current', 'true');
});

test('A-001 D76 the menu of the account leads to the terms of use that the brand names, beside the app', async () => {
  await open('/call', { name: 'dial, menu with terms of use' });
  await page.getByRole('button', { name: 'Account: Alice Andersson' }).click();
  const terms = page.getByRole('menuitem', { name: 'Terms of use' });
  await expect.element(terms).toHaveAttribute('href', 'terms.html');
  await expect.element(terms).toHaveAttribute('target', '_blank');
  await userEvent.keyboard('{Escape}');
  await page.viewport(360, 740);
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect
    .element(page.getByRole('link', { name: 'Terms of use' }))
    .toHaveAttribute('href', 'terms.html');
});

test('D75 D27 the button "Contrast" says which appearance it gives, and that one is told by its colour', async () => {
  await open('/call');
  const button = page.getByRole('button', { name: 'Contrast', exact: true });
  await expect.element(button).toHaveAccessibleDescription('Black, high contrast');
  await page.getByRole('button', { name: 'Appearance' }).click();
  await expect
    .poll(() =>
      page
        .getByRole('menuitemradio')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(['Same as device', 'Light', 'Dark', 'Black, high contrast']);
});

test('D32 D33 after a call that the browser refused, the alert calls the same number with text', async () => {
  await open('/call', { name: 'dial, after a call that the browser refused' });
  const alert = page.getByRole('alert');
  await expect.element(alert.getByRole('button', { name: 'Call with text' })).toBeVisible();
  await expect.element(alert.getByText(/^Permission to use the camera/)).toBeVisible();
});

test('D32 where no call was refused, the alert about the permission offers none', async () => {
  await open('/call', { name: 'dial, permission denied' });
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Call with text' })).not.toBeInTheDocument();
});

test('NAV-08 the open menu of a phone has a main part and a heading (axe, all rules)', async () => {
  await page.viewport(360, 740);
  await open('/call');
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect.element(page.getByRole('link', { name: 'User information' })).toBeVisible();
  const { violations } = await axe.run(document);
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)).toEqual([]);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Menu' })).toBeInTheDocument();
});

test.each(languages.flatMap((language) => [320, 360].map((width) => [language, width] as const)))(
  'D76 in %s the header of a phone that is %i px wide is one row, also with unread messages',
  async (language, width) => {
    await page.viewport(width, 640);
    await open('/messages', { language, name: 'messages, unread beside do not disturb' });
    const header = document.querySelector('header') ?? expect.fail('no header');
    // As wide as the logo of the demo, with its distance to the name.
    const mark = header.querySelector('a > span') ?? expect.fail('no mark');
    const logo = document.createElement('img');
    logo.style.cssText = 'flex: none; inline-size: 1.6em; block-size: 1.6em';
    if (mark.querySelector('img') === null) mark.prepend(logo);
    const [home, ...buttons] = [...header.querySelectorAll('a, button')].filter((one) =>
      one.checkVisibility(),
    );
    expect(buttons).toHaveLength(2);
    const middle = boxOf(home ?? header).top + boxOf(home ?? header).height / 2;
    for (const one of buttons) {
      expect([boxOf(one).top < middle, boxOf(one).bottom > middle]).toEqual([true, true]);
      expect(boxOf(one).right).toBeLessThanOrEqual(width);
      expect([boxOf(one).width >= 44, boxOf(one).height >= 44]).toEqual([true, true]);
    }
    expect(root.scrollWidth).toBe(width);
  },
);

test.each([
  { device: 'a phone', width: 360, height: 740, textSize: '16px', isSticky: true },
  { device: 'a phone in landscape', width: 740, height: 360, textSize: '16px', isSticky: true },
  { device: 'a phone with large text', width: 360, height: 640, textSize: '32px', isSticky: false },
])(
  'D76 on $device the tabs are at the end of the window or page, and cover nothing',
  async ({ width, height, textSize, isSticky }) => {
    await page.viewport(width, height);
    root.style.fontSize = textSize;
    await open('/history');
    await expect.element(tabs).toBeVisible();
    const bar = tabs.element();
    if (isSticky) expect(Math.round(boxOf(bar).bottom)).toBe(height);
    window.scrollTo(0, root.scrollHeight);
    await expect.poll(() => Math.round(boxOf(bar).bottom)).toBe(height);
    const content = document.querySelector('main') ?? expect.fail('no content');
    expect(boxOf(content).bottom).toBeLessThanOrEqual(boxOf(bar).top + 1);
    expect(root.scrollWidth).toBe(width);
    for (const tab of tabs.getByRole('link').elements()) {
      expect(boxOf(tab).height).toBeGreaterThanOrEqual(44);
      expect(boxOf(tab).width).toBeGreaterThanOrEqual(44);
    }
  },
);

test.each(
  languages.flatMap(
    (language) =>
      [
        [language, 360, 740],
        [language, 360, 640],
        [language, 320, 640],
      ] as const,
  ),
)(
  'D76 WCAG 1.4.4 in %s at %i × %i the tabs have whole words also with twice the size',
  async (language, width, height) => {
    await page.viewport(width, height);
    root.style.fontSize = '32px';
    await open('/history', { language });
    const bar = document.querySelector('main ~ div nav') ?? expect.fail('no tabs');
    // As high as one row with words under icons, which the page leaves free below what sticks above the bar. Three
    // targets are a little higher.
    expect(boxOf(bar).height).toBeLessThanOrEqual(3 * 44 + 2);
    expect(root.scrollWidth).toBe(width);
    const rows = new Set<number>();
    for (const tab of bar.querySelectorAll('a')) {
      const { left, right, top, bottom, width: wide, height: high } = boxOf(tab);
      expect([wide >= 44, high >= 44, left >= 0, right <= width]).toEqual([true, true, true, true]);
      rows.add(top);
      const words = document.createRange();
      words.selectNodeContents(tab.lastElementChild ?? tab);
      const text = words.getBoundingClientRect();
      expect(words.getClientRects()).toHaveLength(1);
      expect(text.width).toBeGreaterThan(30);
      expect([text.left >= left, text.right <= right, text.top >= top, text.bottom <= bottom]).toEqual([
        true,
        true,
        true,
        true,
      ]);
      expect(tab.lastElementChild?.scrollWidth).toBeLessThanOrEqual(
        Math.ceil(tab.lastElementChild?.getBoundingClientRect().width ?? 0),
      );
    }
    expect(rows.size).toBeLessThanOrEqual(3);
  },
);

test('D76 wide windows have no tabs, and a call has neither tabs nor the title of the hidden page', async () => {
  const { unmount } = await open('/history');
  expect(tabs.elements()).toEqual([]);
  expect(document.title).toBe('History - Samtal');
  await unmount();
  await page.viewport(360, 740);
  await open('/history', { isInCall: true });
  expect(tabs.elements()).toEqual([]);
  await expect.poll(() => document.title).toBe('Bobby Berg - Samtal');
});

test('bug 6 a heading that has the focus only to be read out shows no ring, also after keys', async () => {
  await open('/settings/duringcalls/colors');
  const link = page.getByRole('link', { name: 'Text format' });
  await expect.element(link).toBeVisible();
  (link.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const heading = page.getByRole('heading', { name: 'Text format', level: 1 });
  await expect.element(heading).toHaveFocus();
  const { boxShadow, outlineStyle } = getComputedStyle(heading.element());
  expect([boxShadow, outlineStyle]).toEqual(['none', 'none']);
});

test.each([360, 992, 1440])(
  'NAV-04 D14 the counts of messages and missed calls cover no part of an icon at %i px',
  async (width) => {
    await page.viewport(width, 740);
    await open('/call', { name: 'dial, unread and missed' });
    const badges = [...document.querySelectorAll('a span[aria-hidden]')].filter(
      (one) => /^\d/.test(one.textContent) && one.checkVisibility(),
    );
    expect(badges).toHaveLength(2);
    const icons = [...document.querySelectorAll('svg')].filter((one) => one.checkVisibility());
    for (const badge of badges.map(boxOf))
      for (const icon of icons.map(boxOf))
        expect(
          badge.left >= icon.right - 1 ||
            badge.right <= icon.left + 1 ||
            badge.top >= icon.bottom ||
            badge.bottom <= icon.top,
        ).toBe(true);
  },
);

test('WCAG 2.4.3 a link of the account menu leads to the heading of its page', async () => {
  await open('/call');
  await menu.getByRole('button', { name: 'Account: Alice Andersson' }).click();
  await page.getByRole('menuitem', { name: 'System information' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'System information' })).toHaveFocus();
});

test('NAV-08 NAV-19 the menu of a scrolled page opens below the notices', async () => {
  await page.viewport(360, 640);
  await open('/call');
  window.scrollTo(0, 50);
  await expect.poll(() => window.scrollY).toBeGreaterThan(0);
  (page.getByRole('button', { name: /^Menu/ }).element() as HTMLElement).click();
  await expect.element(menu).toBeVisible();
  await expect.poll(() => window.scrollY).toBe(0);
});
