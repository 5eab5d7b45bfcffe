import { API_BASE, BRANDING_PATH, SIP_PATH } from '@samtal/api-contract';

/** Paths of APIs and files, including those that this server does not offer at the moment. */
const programPaths = [API_BASE, BRANDING_PATH, SIP_PATH, '/assets/', '/oidc/', '/test/', '/dev/'];

/** The usual paths of monitoring probes. They do not get the page, whose 200 would always look healthy. */
const probePath =
  /^\/(?:healthz?|healthcheck|health[-_]check|readyz?|readiness|livez?|liveness|alive|ping|up|status|heartbeat|metrics|prometheus|_health|actuator|-)(?:\/.*)?$/i;

/** First segments of the paths of the web app (ROUTE-01 … ROUTE-26). */
const appSegments = new Set([
  'about',
  'call',
  'contacts',
  'directory',
  'help',
  'history',
  'log',
  'login',
  'messages',
  'myaddress',
  'newpassword',
  'oneclickcall',
  'registration',
  'resetpassword',
  'selfcheck',
  'services',
  'settings',
  'share',
  'start',
  'test',
  'userinformation',
]);

type Asked = { readonly method: string; readonly url: string; readonly accept: string | undefined };

/**
 * Whether a path without a resource on the server gets the page of the web app. Browsers get the page for
 * every path except those of APIs, probes and files, because the web app redirects unknown paths to `/`
 * (ROUTE-11); other clients get it only for paths of the web app.
 */
export function answersWithPage({ method, url, accept = '' }: Asked): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const [path = '/'] = url.split('?');
  if (programPaths.some((prefix) => path.startsWith(prefix)) || probePath.test(path)) return false;
  if (appSegments.has(path.split('/')[1] ?? '')) return true;
  const isFile = /\.[a-z0-9]+$/i.test(path);
  return !isFile && /\btext\/html\b/i.test(accept);
}
