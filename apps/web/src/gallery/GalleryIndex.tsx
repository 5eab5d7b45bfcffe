import type { Theme } from '../client/product/theme.ts';
import { type Language, languages } from '../i18n/index.ts';
import { scenes } from './scenes.ts';

const themes: readonly Theme[] = ['light', 'dark', 'contrast'];

export type GalleryIndexProps = { readonly theme: Theme; readonly language: Language };

/** Links to all scenes, in a theme and a language. For developers, so it is in English only. */
export function GalleryIndex({ theme, language }: GalleryIndexProps) {
  const to = (changes: Readonly<Record<string, string>>) =>
    `?${new URLSearchParams({ theme, lang: language, ...changes })}`;
  return (
    <main>
      <h1>Gallery</h1>
      <nav aria-label="Theme">
        {themes.map((name) => (
          <a key={name} href={to({ theme: name })} aria-current={name === theme || undefined}>
            {name}{' '}
          </a>
        ))}
      </nav>
      <nav aria-label="Language">
        {languages.map((name) => (
          <a key={name} href={to({ lang: name })} aria-current={name === language || undefined}>
            {name}{' '}
          </a>
        ))}
      </nav>
      <ol>
        {scenes.map(({ name }) => (
          <li key={name}>
            <a href={to({ scene: name })}>{name}</a>
          </li>
        ))}
      </ol>
    </main>
  );
}
