import { API_BASE, PATHS } from '@samtal/api-contract';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DEVICE_LIMITS } from '../../../domain/limits/limits.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';

const NAME = 'samtal-device';

const valueIn = (request: FastifyRequest): string => parseCookie(request.headers.cookie ?? '')[NAME] ?? '';

/** The mark of a browser in which this account has logged in before. */
export const deviceOf = (
  request: FastifyRequest,
  { deviceCookies }: HttpContext,
  accountId: string | undefined,
): string | undefined =>
  accountId === undefined ? undefined : deviceCookies.find(valueIn(request), accountId);

/**
 * Otherwise a page of another site could replace a visitor's marks by those of its own accounts (Fetch
 * Metadata).
 */
const isOwnPage = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-site'] === undefined || headers['sec-fetch-site'] === 'same-origin';

/**
 * Marks the browser, so that strangers who guess passwords elsewhere cannot lock the account out of it. The
 * browser sends the cookie to the login only, and it never replaces the password.
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
