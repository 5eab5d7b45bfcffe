/**
 * The folder of the site in which the product is installed, such as `/call`; empty at the top of the site.
 * The server writes this folder into the page's `base` element.
 */
export const basePath: string = (
  globalThis.document?.querySelector('base')?.getAttribute('href') ?? ''
).replace(/\/$/, '');

/** `path` without the folder `base`, as the app's routes write it, for example `/settings`. */
export const pathBelow = (path: string, base = basePath): string =>
  path === base || path.startsWith(`${base}/`) ? path.slice(base.length) || '/' : path;
