import { SIP_PATH } from '@samtal/api-contract';

/** Where browsers that find the web app at `publicUrl` find SIP: beside it, in the same folder. */
export const sipAddressAt = (publicUrl: string): string => `${publicUrl.replace(/^http/, 'ws')}${SIP_PATH}`;

/** The folder of the site in which the web app is, such as `/call`; empty at the top. */
export const basePathOf = (publicUrl: string | undefined): string =>
  publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');

/** A path as this server names it: a proxy in front may take the folder away or pass it on. */
export const pathInside = (basePath: string, url: string): string =>
  basePath !== '' && (url.startsWith(`${basePath}/`) || url.startsWith(`${basePath}?`) || url === basePath)
    ? url.slice(basePath.length).replace(/^(?!\/)/, '/')
    : url;

type WebAddress = { readonly publicUrl: string | undefined; readonly corsOrigins: readonly string[] };

/**
 * Whether a page of this origin may open a SIP connection. Where the address of the web app is known, its page
 * may: what a proxy makes of `Host` does not matter. Else it is the page of the host that is asked.
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
