import { type BrowserSupport, browserSupportOf } from '../client/browser-support.ts';

/** What this browser is fit for; undefined when that cannot be found out. */
export async function findBrowserSupport(userAgent: string): Promise<BrowserSupport | undefined> {
  // Not knowing the browser is no reason to keep anybody out.
  const code = await import('detect-browser').catch(() => undefined);
  return code && browserSupportOf(code.parseUserAgent(userAgent) ?? undefined, userAgent);
}
