import { parseUserAgent } from 'detect-browser';
import { type BrowserSupport, browserSupportOf } from '../../client/product/browser-support.ts';

/** What this browser is fit for; undefined when that cannot be found out. */
export const findBrowserSupport = (userAgent: string): BrowserSupport | undefined =>
  browserSupportOf(parseUserAgent(userAgent) ?? undefined, userAgent);
