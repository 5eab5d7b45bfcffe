import { LANGUAGES, type Language } from '@samtal/api-contract';
import type { KeyValueStore } from '../store/key-value-store.ts';

const key = 'language';

/** The language that a user of this device has chosen; undefined = the browser decides (I18N-02, D75). */
export function chosenLanguage(store: KeyValueStore): Language | undefined {
  const stored = store.get(key);
  return LANGUAGES.find((language) => language === stored);
}

/**
 * Returns the function that changes the language of the page and remembers it on this device. If the texts
 * cannot be fetched, nothing changes and `onFailure` is called.
 */
export function createLanguageChoice(
  store: KeyValueStore,
  speak: (language: Language) => Promise<void>,
  onFailure: () => void,
): (language: Language) => Promise<void> {
  return async (language) => {
    try {
      await speak(language);
      store.set(key, language);
    } catch {
      onFailure();
    }
  };
}
