import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PROVIDER_LIMITS, SHORT_LIVED_LIMITS } from '../../domain/limits/limits.ts';
import type { HttpContext } from '../plumbing/http-context.ts';

/**
 * What a cookie of this browser keeps: `begun`: a sign-in that the provider has not ended yet; `entrant`: the ticket for
 * the session; `again`: the last person was refused, so the provider is to ask who it is; `asker`: this browser has asked
 * for a sign-in that a session needs.
 */
const COOKIES = {
  begun: { name: 'samtal-begun', sameSite: 'lax', lifetimeMs: PROVIDER_LIMITS.begunMs },
  entrant: { name: 'samtal-entrant', sameSite: 'strict', lifetimeMs: SHORT_LIVED_LIMITS.entrant.forMs },
  asker: {
    name: 'samtal-asker',
    sameSite: 'lax',
    lifetimeMs: SHORT_LIVED_LIMITS.wish.forMs + PROVIDER_LIMITS.begunMs,
  },
  again: { name: 'samtal-again', sameSite: 'lax', lifetimeMs: PROVIDER_LIMITS.begunMs },
} as const;

export type ProviderCookie = keyof typeof COOKIES;

const isSecure = (request: FastifyRequest, { publicUrl }: Pick<HttpContext, 'publicUrl'>): boolean =>
  publicUrl().startsWith('https:') || request.protocol === 'https';

/**
 * With https a prefix keeps sites of the same domain from setting the cookie, so that they cannot log a visitor in as
 * another person (RFC 6265bis §4.1.3.2). It needs the path `/`.
 */
const nameOf = (cookie: ProviderCookie, secure: boolean): string =>
  `${secure ? '__Host-' : ''}${COOKIES[cookie].name}`;

export function readCookie(request: FastifyRequest, context: HttpContext, cookie: ProviderCookie): string {
  return parseCookie(request.headers.cookie ?? '')[nameOf(cookie, isSecure(request, context))] ?? '';
}

/** @param value '' = the browser forgets the cookie */
export function writeCookie(
  { request, reply, context }: { request: FastifyRequest; reply: FastifyReply; context: HttpContext },
  cookie: ProviderCookie,
  value: string,
): void {
  const secure = isSecure(request, context);
  const { sameSite, lifetimeMs } = COOKIES[cookie];
  // Fastify collects several headers of this name.
  reply.header(
    'Set-Cookie',
    stringifySetCookie({
      name: nameOf(cookie, secure),
      value,
      path: '/',
      maxAge: value === '' ? 0 : lifetimeMs / 1000,
      httpOnly: true,
      sameSite,
      secure,
    }),
  );
}
