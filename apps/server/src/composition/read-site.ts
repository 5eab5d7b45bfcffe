import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Brand, parseBrand } from '@samtal/api-contract';
import type { Logger } from 'pino';
import { brandingDirOf } from '../config/branding-dir.ts';
import type { Config } from '../config/config.ts';
import { missingBrandFiles, readBrandFolder, withoutPasswords } from '../http/plumbing/brand-folder.ts';
import { giveUp } from './give-up.ts';

export type Site = {
  /** Folder of the built web app. */
  readonly webRoot: string;
  readonly brandingDir: string;
  readonly brand: Brand;
  /** The content of `brand.json`. */
  readonly brandSource: object;
};

/** Settings of the environment that do not fit to `brand.json`, so that something does not work. */
export function brandWarnings(
  { mode, mail, recaptchaSecret }: Pick<Config, 'mode' | 'mail' | 'recaptchaSecret'>,
  { captcha, resetPassword, registration }: Pick<Brand, 'captcha' | 'resetPassword' | 'registration'>,
): string[] {
  const warnings: string[] = [];
  if (recaptchaSecret !== undefined && captcha.provider !== 'recaptcha')
    warnings.push('RECAPTCHA_SECRET: ignored, because brand.json does not choose the captcha "recaptcha".');
  if (mode === 'production' && mail === undefined && (resetPassword.enabled || registration.enabled))
    warnings.push(
      'SMTP_URL: not set, so mails stay in the outbox: users get no link to a new password or to verify an address.',
    );
  return warnings;
}

/** The web app and its brand; ends the process if the app is not built or the brand is invalid. */
export function readSite(config: Config, log: Logger): Site {
  const webRoot = fileURLToPath(new URL('../../../web/dist', import.meta.url));
  if (!existsSync(join(webRoot, 'index.html')))
    giveUp('The web app has not been built: run "npm run build" first.');
  const brandingDir = brandingDirOf(config);
  const branding = readBrandFolder(brandingDir);
  if (!branding.ok) giveUp(branding.problems.join('\n'));
  const { brand, source: brandSource } = branding;
  if (brand.captcha.provider === 'recaptcha' && config.recaptchaSecret === undefined)
    giveUp('RECAPTCHA_SECRET: must be set, because brand.json chooses the captcha "recaptcha".');
  for (const warning of brandWarnings(config, brand)) process.stderr.write(`Warning: ${warning}\n`);
  for (const file of missingBrandFiles(brandingDir, brand, brandSource))
    log.warn({ event: 'brand_file_missing', file });
  if (config.provider?.hasPasswords !== false) return { webRoot, brandingDir, brand, brandSource };
  const passwordless = withoutPasswords(brandSource);
  const parsed = parseBrand(passwordless);
  return {
    webRoot,
    brandingDir,
    brand: parsed.ok ? parsed.brand : brand,
    brandSource: passwordless,
  };
}
