import '../ui/icons/later-shapes.ts';
/** The gallery: every screen in every state, for development. `npm run gallery`; not part of the product. */
import '../ui/styles/tokens.css';
import '../ui/styles/reset.css';
import { createRoot } from 'react-dom/client';
import type { Theme } from '../client/product/theme.ts';
import { createI18n, directionOf, pickLanguage } from '../i18n/index.ts';
import { GalleryIndex } from './GalleryIndex.tsx';
import { SceneView } from './SceneView.tsx';
import { scenes } from './scenes.ts';
import { finishScene } from './when-drawn.ts';

const asked = new URLSearchParams(location.search);
const theme: Theme =
  (['light', 'dark', 'contrast'] as const).find((name) => name === asked.get('theme')) ?? 'light';
const language = pickLanguage(asked.get('lang') ?? 'en');
const i18n = await createI18n(language);
const page = document.documentElement;
page.dataset['theme'] = theme;
page.lang = language;
page.dir = directionOf(language);

const root = createRoot(document.getElementById('root') as HTMLElement);
const scene = scenes.find(({ name }) => name === asked.get('scene'));
root.render(
  scene === undefined ? (
    <GalleryIndex theme={theme} language={language} />
  ) : (
    <SceneView {...{ scene, i18n, theme }} />
  ),
);
const words = scene?.press?.map((key) => i18n.t(key, { word: i18n.t('quality.good') })) ?? [];
// Logging out is the only scene that is shown while its work is in progress.
if (scene?.session?.phase === 'signingOut') page.dataset['drawn'] = '';
else await finishScene(words, scene?.typed);
