import axe from 'axe-core';
import { beforeAll, expect } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../ui/styles/reset.css';
import '../../ui/styles/tokens.css';
import type { Theme } from '../../client/product/theme.ts';
import { languages as allLanguages, createI18n, directionOf, type Language } from '../../i18n/index.ts';
import { SceneView } from '../SceneView.tsx';
import type { Scene } from '../scene.ts';

const sizes = [
  [320, 640],
  [768, 1024],
  [1440, 900],
] as const;
const otherThemes: readonly Theme[] = ['dark', 'contrast'];
/** One language for each writing direction; the other languages differ only in their texts. */
export const languages: readonly Language[] = ['en', 'ar'];
const translators = new Map<Language, Awaited<ReturnType<typeof createI18n>>>();

beforeAll(async () => {
  // Transitions are switched off, so that axe measures the final colours.
  const still = document.head.appendChild(document.createElement('style'));
  still.textContent = '*, ::before, ::after { transition: none !important; animation: none !important; }';
  for (const language of allLanguages) translators.set(language, await createI18n(language));
});

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const everyRule = axe.getRules(tags);
/**
 * The rules of axe that a theme can break: a theme changes only colours, which are the same in every
 * language.
 */
const colourRules = everyRule.filter((rule) => rule.tags.includes('cat.color'));

/** The violations of WCAG 2.2 A and AA that axe finds, each with its elements. */
async function violations(rules = everyRule): Promise<string[]> {
  const values = rules.map(({ ruleId }) => ruleId);
  const results = await axe.run(document, { runOnly: { type: 'rule', values }, resultTypes: ['violations'] });
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** Whether the page is wider than the window and must be scrolled in two directions (WCAG 1.4.10). */
const isTooWide = (): boolean => document.documentElement.scrollWidth > document.documentElement.clientWidth;

async function show(scene: Scene, language: Language, theme: Theme) {
  const i18n = translators.get(language) ?? expect.fail('no translator');
  const root = document.documentElement;
  root.lang = language;
  root.dir = directionOf(language);
  root.dataset['theme'] = theme;
  // The element that fills the window, as in the app.
  const container = Object.assign(document.createElement('div'), { id: 'root' });
  document.body.append(container);
  const screen = await render(<SceneView scene={scene} i18n={i18n} theme={theme} />, { container });
  // Logging out is the only scene that is shown while its work is in progress.
  if (scene.session?.phase !== 'signingOut')
    await expect.poll(() => document.querySelector('[aria-busy="true"]'), { timeout: 10_000 }).toBeNull();
  for (const key of scene.press ?? []) {
    const button = screen.getByRole('button', { name: i18n.t(key, { word: i18n.t('quality.good') }) });
    // The click is forced, because the button of an incomplete form has `aria-disabled`; the form then
    // reports its errors.
    const isIncomplete = button.elements()[0]?.getAttribute('aria-disabled') === 'true';
    if (button.elements().length > 0) await button.first().click({ force: isIncomplete });
  }
  if (scene.typed !== undefined) await screen.getByRole('combobox').fill(scene.typed);
  return screen;
}

async function leave({ unmount, container }: Awaited<ReturnType<typeof show>>): Promise<void> {
  await unmount();
  container.remove();
}

/**
 * The faults of a scene at every size and in both writing directions; in English also the colour faults in
 * the other themes. The scene stays while the window grows, as on a device that is turned.
 */
export async function faultsEverywhere(scene: Scene): Promise<string[]> {
  const found: string[] = [];
  for (const language of languages) {
    await page.viewport(...sizes[0]);
    const screen = await show(scene, language, 'light');
    for (const [width, height] of sizes) {
      const where = `${language} ${width}`;
      await page.viewport(width, height);
      found.push(...(await violations()).map((what) => `${where} light ${what}`));
      for (const theme of language === 'en' ? otherThemes : []) {
        document.documentElement.dataset['theme'] = theme;
        found.push(...(await violations(colourRules)).map((what) => `${where} ${theme} ${what}`));
      }
      document.documentElement.dataset['theme'] = 'light';
      if (isTooWide()) found.push(`${where} scrolls sideways`);
    }
    await leave(screen);
  }
  return found;
}

/** The faults of a scene in a language, on the narrowest screen. */
export async function faultsOnPhone(scene: Scene, language: Language): Promise<string[]> {
  await page.viewport(320, 640);
  const screen = await show(scene, language, 'light');
  expect(document.documentElement.lang).toBe(language);
  const found = (await violations()).map((what) => `${scene.name} ${what}`);
  if (isTooWide()) found.push(`${scene.name} scrolls sideways`);
  await leave(screen);
  return found;
}

/** The parts of a scene that reach over the edge of a small phone, and the fields that another part covers. */
export async function faultsOfLargeText(scene: Scene): Promise<string[]> {
  await page.viewport(360, 640);
  const screen = await show(scene, 'en', 'light');
  const found: string[] = [];
  if (isTooWide()) {
    const wide = [...document.querySelectorAll('body *')].filter(
      (part) => part.getBoundingClientRect().right > document.documentElement.clientWidth + 1,
    );
    found.push(...wide.slice(0, 3).map((part) => `over the edge: ${part.outerHTML.slice(0, 120)}`));
  }
  // A dialog covers the page on purpose.
  const fields = (document.querySelector('dialog:modal') ?? document).querySelectorAll<HTMLElement>(
    ':is(main, dialog) :is(input, textarea, select)',
  );
  for (const field of fields) {
    if (!field.checkVisibility() || field.getClientRects().length === 0) continue;
    field.focus();
    field.scrollIntoView({ block: 'nearest' });
    const { left, top, width, height } = field.getBoundingClientRect();
    const onTop = document.elementFromPoint(left + width / 2, top + height / 2);
    const isSeen =
      onTop !== null &&
      (field.contains(onTop) ||
        onTop.contains(field) ||
        // The label of a choice is pressed like the choice, and an alert can be closed.
        onTop.closest('label, [role=alert]') !== null);
    if (!isSeen) found.push(`covered: ${field.outerHTML.slice(0, 80)} by ${onTop?.outerHTML.slice(0, 80)}`);
  }
  await leave(screen);
  return found;
}
