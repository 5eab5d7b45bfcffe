import type { Brand } from '@samtal/api-contract';

const developers: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The brand as it holds at `hostname`: on a developer's machine its development server and captcha count (BRAND-09, A-037). */
export function brandAt(brand: Brand, hostname: string): Brand {
  const { development, captcha } = brand;
  if (development === null || !developers.has(hostname)) return brand;
  return {
    ...brand,
    server: development.server,
    captcha: { ...captcha, siteKey: development.captcha.siteKey },
  };
}
