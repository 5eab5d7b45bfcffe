import { BRANDING_PATH, type Brand } from '@samtal/api-contract';
import { basePath } from '../../client/product/base-path.ts';

/** Applies the operator's style sheet, icons and manifest (BRAND-02, BRAND-03). */
export function applyBrand({ css, favicon, icon, manifest }: Brand, page: Document): void {
  const links = [
    ['stylesheet', css],
    ['icon', favicon],
    ['apple-touch-icon', icon],
    ['manifest', manifest],
  ] as const;
  for (const [rel, file] of links) {
    if (file === '') continue;
    const href = `${basePath}${BRANDING_PATH}${file}`;
    // The page that the server rendered has these links already.
    if ([...page.querySelectorAll(`link[rel=${rel}]`)].some((link) => link.getAttribute('href') === href))
      continue;
    // `index.html` has an empty icon, so that browsers do not request one before the brand is known.
    const link =
      (rel === 'icon' && page.querySelector<HTMLLinkElement>('link[rel=icon]')) || page.createElement('link');
    link.rel = rel;
    link.href = href;
    page.head.append(link);
  }
}
