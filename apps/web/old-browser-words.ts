import { readFileSync } from 'node:fs';
import { directionOf, LANGUAGES, type Language } from '@samtal/api-contract';
import type { Plugin } from 'vite';

const place = '<div class="plain-words"></div>';

/** The words of a language, from the file beside its catalogues. They contain no HTML. */
const wordsOf = (language: Language): string =>
  readFileSync(new URL(`src/i18n/${language}/old-browsers.txt`, import.meta.url), 'utf8').trim();

/** Writes into the page what browsers show in which no script of the page can run, in every language. */
export function oldBrowserWords(): Plugin {
  const words = LANGUAGES.map(
    (language) => `<p lang="${language}" dir="${directionOf(language)}">${wordsOf(language)}</p>`,
  ).join('');
  return {
    name: 'old-browser-words',
    transformIndexHtml: (page) => page.replace(place, () => `<div class="plain-words">${words}</div>`),
  };
}
