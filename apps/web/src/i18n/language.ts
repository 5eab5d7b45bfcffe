import type { Language } from '@samtal/api-contract';

/** The value of the `dir` attribute for a language (I18N-05). */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}
