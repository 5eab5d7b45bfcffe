import axe from 'axe-core';
import { expect, inject } from 'vitest';
import { page } from 'vitest/browser';
import type { Theme } from '../../client/product/theme.ts';
import type { Language } from '../../i18n/index.ts';
import type { Scene } from '../scene.ts';
import { brokenWords } from './broken-words.ts';
import { showScene } from './show-scene.tsx';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether the gallery is tried in every theme at every size (vitest.config.ts). */
    everyCase: boolean;
  }
}

const narrow = [320, 640] as const;
const tablet = [768, 1024] as const;
const wide = [1440, 900] as const;
/** Beside the light theme: the themes that are tried on the narrowest screen, and those on the widest. */
const otherThemes: Readonly<Record<'narrow' | 'wide', readonly Theme[]>> = inject('everyCase')
  ? { narrow: ['dark', 'contrast'], wide: ['dark', 'contrast'] }
  : { narrow: ['dark'], wide: ['contrast'] };
/** One language for each writing direction; the other languages differ only in their texts. */
export const languages: readonly Language[] = ['en', 'ar'];

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const everyRule = axe.getRules(tags);
/**
 * The rules of axe that a theme can break: a theme changes only colours, which are the same in every
 * language.
 */
const colourRules = everyRule.filter((rule) => rule.tags.includes('cat.color'));
/** The rules that another language can break. */
const rulesOfWords = everyRule.filter((rule) => !colourRules.includes(rule));

/** The violations of WCAG 2.2 A and AA that axe finds, each with its elements. */
async function violations(rules = everyRule): Promise<string[]> {
  const values = rules.map(({ ruleId }) => ruleId);
  const results = await axe.run(document, { runOnly: { type: 'rule', values }, resultTypes: ['violations'] });
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** Whether the page is wider than the window and must be scrolled in two directions (WCAG 1.4.10). */
const isTooWide = (): boolean => document.documentElement.scrollWidth > document.documentElement.clientWidth;

/** The open menus that reach over the edge of the window, from where no scrolling brings them back. */
const menusOutside = (): readonly string[] =>
  [...document.querySelectorAll('[role=menu]')]
    .filter((menu) => {
      const { left, right } = menu.getBoundingClientRect();
      return left < 0 || right > document.documentElement.clientWidth;
    })
    .map((menu) => `outside: ${menu.outerHTML.slice(0, 80)}`);

/** The faults of colours in the themes other than the light one. */
async function faultsOfOtherThemes(size: keyof typeof otherThemes): Promise<string[]> {
  const found: string[] = [];
  for (const theme of otherThemes[size]) {
    document.documentElement.dataset['theme'] = theme;
    found.push(...(await violations(colourRules)).map((what) => `en ${size} ${theme} ${what}`));
  }
  document.documentElement.dataset['theme'] = 'light';
  return found;
}

/**
 * The faults of a scene at every size, in English; on the narrowest and the widest screen also the faults of
 * colours in the other themes, and what another language and writing direction can break. The scene stays while
 * the window grows, as on a device that is turned. Each theme at each size, and all rules on the wider screens, are tried
 * by `npm run test:long` only.
 */
export async function faultsEverywhere(scene: Scene): Promise<string[]> {
  const found: string[] = [];
  const note = (where: string, what: readonly string[]): void => {
    found.push(...[...what, ...menusOutside()].map((fault) => `${where} ${fault}`));
    if (isTooWide()) found.push(`${where} scrolls sideways`);
  };
  await page.viewport(...narrow);
  const english = await showScene(scene, 'en');
  note('en narrow', await violations());
  found.push(...(await faultsOfOtherThemes('narrow')));
  await page.viewport(...tablet);
  note('en tablet', inject('everyCase') ? await violations() : []);
  await page.viewport(...wide);
  note('en wide', inject('everyCase') ? await violations() : []);
  found.push(...(await faultsOfOtherThemes('wide')));
  await english.leave();

  await page.viewport(...narrow);
  const arabic = await showScene(scene, 'ar');
  note('ar narrow', await violations(rulesOfWords));
  await page.viewport(...wide);
  note('ar wide', []);
  await arabic.leave();
  return found;
}

/** The faults of a scene in a language, on the narrowest screen. */
export async function faultsOnPhone(scene: Scene, language: Language): Promise<string[]> {
  await page.viewport(...narrow);
  const { leave } = await showScene(scene, language);
  expect(document.documentElement.lang).toBe(language);
  const found = (await violations()).map((what) => `${scene.name} ${what}`);
  if (isTooWide()) found.push(`${scene.name} scrolls sideways`);
  found.push(...brokenWords().map((what) => `${scene.name} ${what}`));
  await leave();
  return found;
}

/**
 * With text at twice the size, the parts of a scene that reach over the edge of a small phone, the words that
 * break, and the fields that another part covers.
 */
export async function faultsOfLargeText(scene: Scene): Promise<string[]> {
  await page.viewport(360, 640);
  const { leave } = await showScene(scene, 'en', 32);
  const found = brokenWords();
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
        // The label of a choice is pressed like the choice; an open menu and an alert with a button can be closed.
        onTop.closest('label, [role=menu], :is([role=alert], [aria-live=polite] > *):has(> button)') !==
          null);
    if (!isSeen) found.push(`covered: ${field.outerHTML.slice(0, 80)} by ${onTop?.outerHTML.slice(0, 80)}`);
  }
  await leave();
  return found;
}

/** The words that break in a scene on a small phone with letters of `pixels`. */
export async function brokenWordsOf(scene: Scene, language: Language, pixels: number): Promise<string[]> {
  await page.viewport(360, 640);
  const { leave } = await showScene(scene, language, pixels);
  const found = brokenWords().map((word) => `${scene.name}: ${word}`);
  await leave();
  return found;
}
