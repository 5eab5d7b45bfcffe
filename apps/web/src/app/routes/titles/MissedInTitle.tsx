import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMissedCalls } from '../../../client/hooks/use-records.ts';
import { TitlePrefixContext } from './title-prefix.ts';

/** Puts the number of missed calls that the user has not seen into the title of the tab, as in "(2) Call". */
export function MissedInTitle({ children }: { readonly children: ReactNode }) {
  const { i18n } = useTranslation();
  const missed = useMissedCalls();
  const prefix = missed === 0 ? '' : `(${missed.toLocaleString(i18n.language)}) `;
  return <TitlePrefixContext value={prefix}>{children}</TitlePrefixContext>;
}
