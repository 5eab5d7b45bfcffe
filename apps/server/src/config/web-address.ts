import { SIP_PATH } from '@samtal/api-contract';

/** The SIP address next to the web app at `publicUrl`, in the same folder. */
export const sipAddressAt = (publicUrl: string): string => `${publicUrl.replace(/^http/, 'ws')}${SIP_PATH}`;

/** The folder of the web app on its site, such as `/call`; empty at the root. */
export const basePathOf = (publicUrl: string | undefined): string =>
  publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');

/** The URL's path without the folder of the web app, which a proxy in front may have removed already. */
export const pathInside = (basePath: string, url: string): string =>
  basePath !== '' && (url.startsWith(`${basePath}/`) || url.startsWith(`${basePath}?`) || url === basePath)
    ? url.slice(basePath.length).replace(/^(?!\/)/, '/')
    : url;

type WebAddress = { readonly publicUrl: string | undefined; readonly corsOrigins: readonly string[] };

/**
 * Whether a page of this origin may open a SIP connection. With `publicUrl`, pages of its origin may,
 * so that a `Host` changed by a proxy does not matter; without it, pages of the requested host may.
 */
export function originRuleOf({
  publicUrl,
  corsOrigins,
}: WebAddress): (origin: string, host: string) => boolean {
  const own = publicUrl === undefined ? undefined : new URL(publicUrl).origin;
  return (origin, host) => {
    if (corsOrigins.includes(origin)) return true;
    return own === undefined ? URL.canParse(origin) && new URL(origin).host === host : origin === own;
  };
}
