import { SIP_PATH } from '@samtal/api-contract';

/** Where browsers find SIP that find the web app at `publicUrl`: its path may be a folder, `/sip` stands at the top. */
export const sipAddressAt = (publicUrl: string): string =>
  new URL(SIP_PATH, publicUrl.replace(/^http/, 'ws')).href;

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
