import { parseUserAgent } from 'detect-browser';
import { type BrowserSupport, browserSupportOf } from '../../client/product/browser-support.ts';

/** What this browser supports; undefined if that cannot be determined. */
export const findBrowserSupport = (userAgent: string): BrowserSupport | undefined =>
  browserSupportOf(parseUserAgent(userAgent) ?? undefined, userAgent);
