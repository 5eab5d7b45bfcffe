import { PROVIDER_LIMITS } from '../../domain/limits/limits.ts';
import { answersWithPage } from '../plumbing/answers/answers-with-page.ts';

/**
 * The page to which a user returns from the provider: a page of the web app, else home. The redirect is below the own
 * address in any case; a path of an API would begin a second sign-in, or end a session.
 */
export function returnPathOf(path: string | undefined): string {
  const isPath =
    path !== undefined &&
    path.length <= PROVIDER_LIMITS.returnPathLength &&
    /^\/(?!\/|login)[^\\#\p{Cc}\s]*$/u.test(path) &&
    URL.canParse(path, 'https://page.invalid');
  if (!isPath) return '/';
  // The path as a browser would request it: without `..`.
  const { pathname, search } = new URL(path, 'https://page.invalid');
  return answersWithPage({ method: 'GET', url: pathname, accept: 'text/html' })
    ? `${pathname}${search}`
    : '/';
}
