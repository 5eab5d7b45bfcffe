import type { Brand } from '@samtal/api-contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requestedHost } from './requested-host.ts';

const permissionsPolicy = ({ features }: Brand): string =>
  [
    'camera=(self)',
    'microphone=(self)',
    'geolocation=(self)',
    'fullscreen=(self)',
    'autoplay=(self)',
    'screen-wake-lock=(self)',
    `display-capture=(${features.screenSharing ? 'self' : ''})`,
    'payment=()',
    'usb=()',
  ].join(', ');

const originOf = (address: string): string => new URL(address).origin;

type Sources = {
  readonly brand: Brand;
  /** One address or several, separated by commas. */
  readonly sipWsUri: string | undefined;
};

/** The paths of Google's captcha, from which the page may load only if the operator chooses this captcha. */
const recaptchaOrigins = 'https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/';

function contentSecurityPolicy(request: FastifyRequest, { brand, sipWsUri }: Sources): string {
  const connect = ["'self'"];
  const host = requestedHost(request);
  if (sipWsUri !== undefined) connect.push(...sipWsUri.split(',').map(originOf));
  else if (host !== undefined) connect.push(`ws://${host}`, `wss://${host}`);
  for (const server of [brand.server, brand.development?.server ?? ''])
    if (server !== '') connect.push(originOf(server));
  const captcha = brand.captcha.provider === 'recaptcha' ? ` ${recaptchaOrigins}` : '';
  return [
    "default-src 'none'",
    `script-src 'self'${captcha}`,
    ...(captcha === '' ? [] : [`frame-src${captcha}`]),
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "media-src 'self' blob: mediastream:",
    "manifest-src 'self'",
    "worker-src 'self'",
    `connect-src ${connect.join(' ')}`,
    "base-uri 'self'",
    "form-action 'self'",
    `frame-ancestors ${brand.iframe.allow || brand.iframe.force ? '*' : "'none'"}`,
  ].join('; ');
}

/** Adds the security headers to every answer: no inline script, no third party by default (decision D23). */
export function addSecurityHeaders(app: FastifyInstance, sources: Sources): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'Content-Security-Policy': contentSecurityPolicy(request, sources),
      'Permissions-Policy': permissionsPolicy(sources.brand),
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
    });
  });
}
