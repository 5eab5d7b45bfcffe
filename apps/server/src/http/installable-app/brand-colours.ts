import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Brand } from '@samtal/api-contract';
import type { AppColours } from './app-manifest.ts';

/** The colours of the web app without a brand (`--accent` and `--surface` of its light appearance). */
const standard: AppColours = { theme: '#0b5cad', background: '#f3f6f9' };

/** The colours of the brand's style sheet for the light appearance, for the window of the app. */
export function brandColours(brandingDir: string, { css }: Pick<Brand, 'css'>): AppColours {
  const file = join(brandingDir, css);
  const sheet = css !== '' && existsSync(file) ? readFileSync(file, 'utf8') : '';
  // Comments may show examples.
  const light = [...sheet.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/(?:^|\})\s*:root\s*\{([^}]*)\}/g)]
    .map(([, block = '']) => block)
    .join('');
  const colourOf = (role: string): string | undefined =>
    new RegExp(`--${role}:\\s*(#[0-9a-f]{6})\\b`, 'i').exec(light)?.[1];
  return {
    theme: colourOf('accent') ?? standard.theme,
    background: colourOf('surface') ?? standard.background,
  };
}
