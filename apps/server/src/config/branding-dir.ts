import { fileURLToPath } from 'node:url';
import type { Config } from './config.ts';

const shipped = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));

/**
 * The folder of the brand. Without one of the operator's own, production has the neutral brand, where every user
 * has an account (decision D43); the brand of the demo is for trying.
 */
export function brandingDirOf({ brandingDir, mode }: Pick<Config, 'brandingDir' | 'mode'>): string {
  return brandingDir ?? shipped(mode === 'production' ? 'branding-neutral' : 'branding');
}
