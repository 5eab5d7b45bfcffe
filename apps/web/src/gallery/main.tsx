import { createWholeI18n } from '../testing/whole-i18n.ts';
import '../ui/icons/later-shapes.ts';
/** The gallery: every screen in every state, for development. `npm run gallery`; not part of the product. */
import '../ui/styles/tokens.css';
import '../ui/styles/reset.css';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { Theme } from '../client/product/theme.ts';
import { directionOf, pickLanguage } from '../i18n/index.ts';
import { GalleryIndex } from './GalleryIndex.tsx';
import { SceneView } from './SceneView.tsx';
import { scenes } from './scenes.ts';
import { finishScene } from './when-drawn.ts';

const page = document.documentElement;
const root = createRoot(document.getElementById('root') as HTMLElement);

// Scenes are silent. WebKitGTK can hang on a machine without sound when sounds begin and end within milliseconds.
window.Audio = function SilentAudio() {
  return Object.assign(document.createElement('audio'), { preload: 'none', play: async () => undefined });
} as unknown as typeof Audio;

/**
 * Draws what an address names: a scene, or else the list of all.
 * @param search the part of the address from `?` on
 */
async function draw(search: string): Promise<void> {
  delete page.dataset['drawn'];
  const asked = new URLSearchParams(search);
  const theme: Theme =
    (['light', 'dark', 'contrast'] as const).find((name) => name === asked.get('theme')) ?? 'light';
  const language = pickLanguage(asked.get('lang') ?? 'en');
  const i18n = await createWholeI18n(language);
  page.dataset['theme'] = theme;
  page.lang = language;
  page.dir = directionOf(language);
  const scene = scenes.find(({ name }) => name === asked.get('scene'));
  const view =
    scene === undefined ? (
      <GalleryIndex theme={theme} language={language} />
    ) : (
      <SceneView key={search} {...{ scene, i18n, theme }} />
    );
  // Nothing of the scene before is in the page any more when this one is finished.
  flushSync(() => root.render(view));
  page.dataset['scene'] = scene?.name ?? '';
  const words =
    scene?.press?.map((key) => i18n.t(key, { word: i18n.t('quality.good'), name: 'Carol Claesson' })) ?? [];
  // Logging out is the only scene that is shown while its work is in progress.
  if (scene?.session?.phase === 'signingOut') page.dataset['drawn'] = '';
  else await finishScene(words, scene?.typed);
}

// Another scene without loading the page anew, for tests. WebKit lets a page change its address only a hundred times in
// ten seconds.
addEventListener('showscene', (event) => void draw((event as CustomEvent<string>).detail));
await draw(location.search);
