import { API_BASE, BRANDING_PATH, SIP_PATH } from '@samtal/api-contract';

/** Paths of programs, also of those that are not offered now. */
const programPaths = [API_BASE, BRANDING_PATH, SIP_PATH, '/assets/', '/test/', '/dev/'];

/** Paths that monitors ask by convention; a page there would tell them for ever that all is well. */
const probePath = /^\/(?:healthz|readyz|livez|metrics)\/?$/;

/** First segments of the paths that the web app knows (ROUTE-01 … ROUTE-26). */
const appSegments = new Set([
  'about',
  'call',
  'contacts',
  'directory',
  'history',
  'log',
  'login',
  'messages',
  'newpassword',
  'oneclickcall',
  'registration',
  'resetpassword',
  'services',
  'settings',
  'test',
  'userinformation',
]);

type Asked = { readonly method: string; readonly url: string; readonly accept: string | undefined };

/**
 * Whether a path that no resource of the server has is answered with the page of the web app. A browser gets it for
 * every path, because the web app leads from an unknown one to `/` (ROUTE-11); a program only for those of the web app.
 */
export function answersWithPage({ method, url, accept = '' }: Asked): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const [path = '/'] = url.split('?');
  if (programPaths.some((prefix) => path.startsWith(prefix)) || probePath.test(path)) return false;
  if (appSegments.has(path.split('/')[1] ?? '')) return true;
  const isFile = /\.[a-z0-9]+$/i.test(path);
  return !isFile && /\btext\/html\b/i.test(accept);
}
