import { API_BASE, PATHS } from '@samtal/api-contract';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DEVICE_LIMITS } from '../../../domain/limits/limits.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';

const NAME = 'samtal-device';

const valueIn = (request: FastifyRequest): string => parseCookie(request.headers.cookie ?? '')[NAME] ?? '';

/**
 * The mark of this browser for the account; undefined = the account has never logged in with this browser.
 */
export const deviceOf = (
  request: FastifyRequest,
  { deviceCookies }: HttpContext,
  accountId: string | undefined,
): string | undefined =>
  accountId === undefined ? undefined : deviceCookies.find(valueIn(request), accountId);

/**
 * Whether a page of this origin sends the request (Fetch Metadata). A page of another site could replace a
 * visitor's marks by those of its own accounts.
 */
const isOwnPage = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-site'] === undefined || headers['sec-fetch-site'] === 'same-origin';

/**
 * Marks the browser with a cookie, so that strangers who guess passwords elsewhere cannot prevent the user's
 * login in this browser. Only the login gets the cookie, which never replaces the password.
 */
export function markDevice(
  request: FastifyRequest,
  reply: FastifyReply,
  { deviceCookies, publicUrl }: HttpContext,
  accountId: string,
): void {
  if (!isOwnPage(request)) return;
  const { protocol, pathname } = new URL(publicUrl());
  reply.header(
    'Set-Cookie',
    stringifySetCookie({
      name: NAME,
      value: deviceCookies.renew(valueIn(request), accountId),
      path: `${pathname.replace(/\/$/, '')}${API_BASE}${PATHS.login}`,
      maxAge: DEVICE_LIMITS.lifetimeMs / 1000,
      httpOnly: true,
      sameSite: 'strict',
      secure: protocol === 'https:' || request.protocol === 'https',
    }),
  );
}
