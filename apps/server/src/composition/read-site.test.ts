import { parseBrand } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import { brandWarnings } from './read-site.ts';

const brandWith = (source: object) => {
  const parsed = parseBrand(source);
  return parsed.ok ? parsed.brand : expect.fail();
};
const settings = { mode: 'production', mail: undefined, recaptchaSecret: undefined } as const;

test.each([
  [{}, settings, []],
  [{ resetPassword: { enabled: true } }, settings, [/^SMTP_URL: not set/]],
  [{ resetPassword: { enabled: true } }, { ...settings, mode: 'demo' as const }, []],
  [{}, { ...settings, recaptchaSecret: 'secret' }, [/^RECAPTCHA_SECRET: ignored/]],
  [{ captcha: { provider: 'recaptcha' } }, { ...settings, recaptchaSecret: 'secret' }, []],
])('D26 settings that do not fit to brand.json %j are named', (brand, config, warnings) => {
  expect(brandWarnings(config, brandWith(brand))).toEqual(
    warnings.map((warning) => expect.stringMatching(warning)),
  );
});
