import { fileURLToPath } from 'node:url';
import type { Config } from './config.ts';

const shipped = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));

/**
 * The brand folder. If the operator has none, production uses the neutral brand, which lets in only users
 * with an account (decision D43), and demo and test mode use the demo brand.
 */
export function brandingDirOf({ brandingDir, mode }: Pick<Config, 'brandingDir' | 'mode'>): string {
  return brandingDir ?? shipped(mode === 'production' ? 'branding-neutral' : 'branding');
}

/** The folder of the app icons that brands without own icons use. */
export const shippedIconsDir = shipped('branding-neutral');
