import { BRANDING_PATH } from '@samtal/api-contract';

/**
 * What a request asks for, as far as the worker answers it; undefined = the browser does so by itself, as for
 * everything with data of users.
 */
export type RequestKind = 'page' | 'file' | 'brandFile' | undefined;

type Asked = Pick<Request, 'method' | 'mode' | 'url'>;

/** @param scope address of the app, with a slash at its end */
export function kindOf({ method, mode, url }: Asked, scope: string): RequestKind {
  if (method !== 'GET' || !url.startsWith(scope)) return undefined;
  const path = url.slice(scope.length);
  if (mode === 'navigate') return 'page';
  if (/^assets\/[^/?#]+\.(?:js|css)$/.test(path)) return 'file';
  const branding = BRANDING_PATH.slice(1);
  // The brand itself must be the present one: what users may do depends on it.
  return path.startsWith(branding) && !path.startsWith(`${branding}brand.json`) ? 'brandFile' : undefined;
}
