/**
 * The folder of the site in which the product is, such as `/call`; empty at the top. The server writes it into the
 * `base` element of the page.
 */
export const basePath: string = (
  globalThis.document?.querySelector('base')?.getAttribute('href') ?? ''
).replace(/\/$/, '');

/** A path of the address, as the product names its pages. */
export const pathBelow = (path: string, base = basePath): string =>
  path === base || path.startsWith(`${base}/`) ? path.slice(base.length) || '/' : path;
