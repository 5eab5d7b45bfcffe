import type { Brand } from '@samtal/api-contract';

const developers: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The brand for this host: a developer's machine uses the brand's development server and captcha (BRAND-09,
 *
 * @param ownServer the user API's server if the brand names none
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
