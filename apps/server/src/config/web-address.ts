import { SIP_PATH } from '@samtal/api-contract';

/** The WebSocket address for SIP that belongs to the web app at `publicUrl`: `/sip` in the same folder. */
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
 * Creates the check whether a page of `origin` may open a SIP connection: `origin` is in
 * `corsOrigins` or is that of `publicUrl`. Only without `publicUrl` it is compared with the requested `host`,
 * which a proxy may change.
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
