import type { Features } from '@samtal/api-contract';
import { useLocation } from 'wouter';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import { homePageFor, isPageAt, type Page } from '../../routes/pages.ts';

/** Returns a function that says whether a page is the one shown, also as the home page at `/`. */
export function useIsCurrent(features: Features): (page: Page) => boolean {
  const { brand } = useAppServices();
  const [path] = useLocation();
  const home = path === '/' ? homePageFor(brand.homeScreen, features)?.name : undefined;
  return (page) => page.name === home || isPageAt(page, path);
}
