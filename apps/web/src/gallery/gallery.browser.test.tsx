import axe from 'axe-core';
import { beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../ui/reset.css';
import '../ui/tokens.css';
import type { Theme } from '../client/theme.ts';
import { languages as allLanguages, createI18n, directionOf, type Language } from '../i18n/index.ts';
import { SceneView } from './SceneView.tsx';
import type { Scene } from './scene.ts';
import { scenes } from './scenes.ts';

const sizes = [
  [320, 640],
  [768, 1024],
  [1440, 900],
] as const;
const themes: readonly Theme[] = ['light', 'dark', 'contrast'];
/** One of each direction: what depends on more than the words. */
const languages: readonly Language[] = ['en', 'ar'];
const otherLanguages = allLanguages.filter((language) => !languages.includes(language));
const mainNames = new Set([
  'login',
  'dial, menu open',
  'CALLING',
  'INCOMING_CALL',
  'in call, over/under',
  'in call, more',
  'in call, text only',
  'ended, with text',
]);
/** What a person meets on the way through a call. */
const mainScenes = scenes.filter(({ name }) => mainNames.has(name));
const translators = new Map<Language, Awaited<ReturnType<typeof createI18n>>>();

beforeAll(async () => {
  // Colours are judged as they end up, not on their way there.
  const still = document.head.appendChild(document.createElement('style'));
  still.textContent = '*, ::before, ::after { transition: none !important; animation: none !important; }';
  for (const language of allLanguages) translators.set(language, await createI18n(language));
});

/** What axe finds against WCAG 2.2 A and AA, each with the elements it means. */
async function violations(): Promise<string[]> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  const results = await axe.run(document, { runOnly: tags, resultTypes: ['violations'] });
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** Whether something sticks out of the window sideways, so that one must scroll in two directions (WCAG 1.4.10). */
const isTooWide = (): boolean => document.documentElement.scrollWidth > document.documentElement.clientWidth;

async function show(scene: Scene, language: Language, theme: Theme) {
  const i18n = translators.get(language) ?? expect.fail('no translator');
  const root = document.documentElement;
  root.lang = language;
  root.dir = directionOf(language);
  root.dataset['theme'] = theme;
  // The element that fills the window in the app as well.
  const container = Object.assign(document.createElement('div'), { id: 'root' });
  document.body.append(container);
  const screen = await render(<SceneView scene={scene} i18n={i18n} theme={theme} />, { container });
  // Signing out is the one thing that is looked at while it lasts.
  if (scene.session?.phase !== 'signingOut')
    await expect.poll(() => document.querySelector('[aria-busy="true"]'), { timeout: 10_000 }).toBeNull();
  for (const key of scene.press ?? []) {
    const button = screen.getByRole('button', { name: i18n.t(key, { word: i18n.t('quality.good') }) });
    // A form that is not ready says so when it is sent all the same.
    const isIncomplete = button.elements()[0]?.getAttribute('aria-disabled') === 'true';
    if (button.elements().length > 0) await button.first().click({ force: isIncomplete });
  }
  return screen;
}

test.each(scenes)(
  'A14 $name: no violation and no sideways scrolling, in every theme, language and size',
  async (scene) => {
    const found: string[] = [];
    for (const language of languages) {
      for (const [width, height] of sizes) {
        await page.viewport(width, height);
        const screen = await show(scene, language, 'light');
        for (const theme of themes) {
          document.documentElement.dataset['theme'] = theme;
          found.push(...(await violations()).map((what) => `${language} ${width} ${theme} ${what}`));
        }
        if (isTooWide()) found.push(`${language} ${width} scrolls sideways`);
        await screen.unmount();
        screen.container.remove();
      }
    }
    expect(found).toEqual([]);
  },
);

test.each(otherLanguages)(
  'A14 %s: no violation and no sideways scrolling on the way through a call, on the narrowest screen',
  async (language) => {
    const found: string[] = [];
    expect(mainScenes).toHaveLength(mainNames.size);
    await page.viewport(320, 640);
    for (const scene of mainScenes) {
      const screen = await show(scene, language, 'light');
      expect(document.documentElement.lang).toBe(language);
      found.push(...(await violations()).map((what) => `${scene.name} ${what}`));
      if (isTooWide()) found.push(`${scene.name} scrolls sideways`);
      await screen.unmount();
      screen.container.remove();
    }
    expect(found).toEqual([]);
  },
);
