import { parseBrand } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import { applyBrand } from './apply-brand.ts';

function linksOf(json: object): Record<string, string | null>[] {
  const result = parseBrand(json);
  if (!result.ok) throw new Error('the brand of the test is invalid');
  const page = document.implementation.createHTMLDocument();
  page.head.innerHTML = '<link rel="icon" href="data:,">';
  applyBrand(result.brand, page);
  return [...page.querySelectorAll('link')].map((link) => ({
    rel: link.getAttribute('rel'),
    href: link.getAttribute('href'),
  }));
}

test('BRAND-02 BRAND-03 style sheet, icons and manifest come from the branding folder', () => {
  const brand = { css: 'a.css', favicon: 'b.ico', icon: 'c.png', manifest: 'd.json' };
  expect(linksOf(brand)).toEqual([
    { rel: 'stylesheet', href: '/branding/a.css' },
    { rel: 'icon', href: '/branding/b.ico' },
    { rel: 'apple-touch-icon', href: '/branding/c.png' },
    { rel: 'manifest', href: '/branding/d.json' },
  ]);
});

test('BRAND-02 a file missing in the brand has its default name; an empty one is not requested', () => {
  expect(linksOf({}).map(({ href }) => href)).toEqual([
    '/branding/branding.css',
    '/branding/favicon.ico',
    '/branding/manifest.json',
  ]);
  expect(linksOf({ css: '', favicon: '', manifest: '' })).toEqual([{ rel: 'icon', href: 'data:,' }]);
});
