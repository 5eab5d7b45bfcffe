import { use, useEffect } from 'react';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import { TitlePrefixContext } from './title-prefix.ts';

/** Sets the title of the browser's tab: '{page} - {brand}' or the brand alone (ROUTE-32, A-118). */
export function PageTitle({ page }: { readonly page?: string }) {
  const { brand } = useAppServices();
  const title = use(TitlePrefixContext) + (page === undefined ? brand.name : `${page} - ${brand.name}`);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return undefined;
}
