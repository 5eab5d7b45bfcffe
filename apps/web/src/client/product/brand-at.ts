import type { Brand } from '@samtal/api-contract';

const developers: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The brand for a page on the host `hostname`. On a developer's machine, the development server and captcha
 * key that the brand names replace the normal ones (BRAND-09, A-037).
 * @param ownServer the server of the user API if the brand names none
 */
export function brandAt(fetched: Brand, hostname: string, ownServer = ''): Brand {
  const brand = fetched.server === '' ? { ...fetched, server: ownServer } : fetched;
  const { development, captcha } = brand;
  if (development === null || !developers.has(hostname)) return brand;
  return {
    ...brand,
    server: development.server || ownServer,
    captcha: { ...captcha, siteKey: development.captcha.siteKey },
  };
}
