import { useTranslation } from 'react-i18next';
import { localTextOf } from '../format/local-text.ts';
import { useAppServices } from './app-services.ts';

/** The operator's terms of use, with the words of their link; undefined = the brand names none. */
export function useTermsOfUse(): { readonly url: string; readonly text: string } | undefined {
  const { t, i18n } = useTranslation();
  const { termsOfUse } = useAppServices().brand.links;
  if (termsOfUse === null) return undefined;
  return { url: termsOfUse.url, text: localTextOf(termsOfUse.text, i18n.language) || t('menu.terms') };
}
