/**
 * The folder of the site that contains the product, such as `/call`; empty at the top. The server writes it
 * into the page's `base` element.
 */
export const basePath: string = (
  globalThis.document?.querySelector('base')?.getAttribute('href') ?? ''
).replace(/\/$/, '');

/** The address's path without `base`, as pages are named in the product. */
export const pathBelow = (path: string, base = basePath): string =>
  path === base || path.startsWith(`${base}/`) ? path.slice(base.length) || '/' : path;
