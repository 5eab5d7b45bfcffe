import { beforeAll, expect } from 'vitest';
import { render } from 'vitest-browser-react';
import { loadLaterParts } from '../../features/call/later/use-later-parts.ts';
import { createWholeI18n } from '../../testing/whole-i18n.ts';
import '../../ui/styles/reset.css';
import '../../ui/styles/tokens.css';
import { directionOf, type Language, languages } from '../../i18n/index.ts';
import { SceneView } from '../SceneView.tsx';
import type { Scene } from '../scene.ts';

/** Switches transitions off, so that a scene has its final colours and places as soon as it is drawn. */
const still = document.createElement('style');
still.textContent = '*, ::before, ::after { transition: none !important; animation: none !important; }';

const translators = new Map<Language, Awaited<ReturnType<typeof createWholeI18n>>>();

beforeAll(async () => {
  for (const language of languages) translators.set(language, await createWholeI18n(language));
  // A scene is complete when it is drawn.
  await Promise.all([import('../../app/shell/SignedInApp.tsx'), loadLaterParts()]);
});

/**
 * Shows a scene in the light theme, its buttons pressed and its field filled, until `leave` is called.
 * @param pixels height of letters, which is 16 unless the user has chosen larger text
 */
export async function showScene(scene: Scene, language: Language, pixels = 16) {
  const i18n = translators.get(language) ?? expect.fail('no translator');
  document.head.append(still);
  const root = document.documentElement;
  root.lang = language;
  root.dir = directionOf(language);
  root.dataset['theme'] = 'light';
  root.style.fontSize = `${pixels}px`;
  // The element that fills the window, as in the app.
  const container = Object.assign(document.createElement('div'), { id: 'root' });
  document.body.append(container);
  const screen = await render(<SceneView scene={scene} i18n={i18n} theme="light" />, { container });
  // Logging out is the only scene that is shown while its work is in progress.
  if (scene.session?.phase !== 'signingOut')
    await expect.poll(() => document.querySelector('[aria-busy="true"]'), { timeout: 10_000 }).toBeNull();
  for (const key of scene.press ?? []) {
    const name = i18n.t(key, { word: i18n.t('quality.good'), name: 'Carol Claesson' });
    const button = screen.getByRole('button', { name });
    // The click is forced, because the button of an incomplete form has `aria-disabled`; the form then
    // reports its errors.
    const isIncomplete = button.elements()[0]?.getAttribute('aria-disabled') === 'true';
    if (button.elements().length > 0) await button.first().click({ force: isIncomplete });
  }
  if (scene.typed !== undefined) await screen.getByRole('combobox').fill(scene.typed);
  return {
    leave: async (): Promise<void> => {
      await screen.unmount();
      container.remove();
      still.remove();
      root.style.fontSize = '';
    },
  };
}
