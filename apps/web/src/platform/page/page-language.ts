import { type Language, languageOf } from '@samtal/api-contract';
import { createStore, type Store } from '../../client/store/store.ts';

/** The language of `page`, which its root element has, now and after each change. */
export function createPageLanguage({ documentElement }: Pick<Document, 'documentElement'>): Store<Language> {
  const read = (): Language => languageOf(documentElement.lang);
  const language = createStore(read());
  new MutationObserver(() => language.set(read())).observe(documentElement, { attributeFilter: ['lang'] });
  return language;
}
