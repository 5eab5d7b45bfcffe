import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../../tools/runtime.mjs';
import { type SamtalServer, startSamtalServer } from './samtal-server.ts';

/** An unchanged brand of the repository, or only this `brand.json`. */
export type BrandOfTest = 'example' | 'specification' | object;

/** Starts a server with its own brand, in a folder that is removed with the server. */
export async function startBrandedServer(
  brand: BrandOfTest,
  env: Record<string, string> = {},
): Promise<SamtalServer> {
  const brandingDir = mkdtempSync(join(tmpdir(), 'samtal-brand-'));
  if (typeof brand === 'string')
    cpSync(join(root, `apps/server/branding-${brand}`), brandingDir, { recursive: true });
  else {
    writeFileSync(join(brandingDir, 'brand.json'), JSON.stringify(brand));
    // Firefox reports a style sheet that is missing as an error of the page.
    writeFileSync(join(brandingDir, 'branding.css'), '');
  }
  const server = await startSamtalServer({ BRANDING_DIR: brandingDir, ...env });
  return {
    ...server,
    dispose: async () => {
      await server.dispose();
      rmSync(brandingDir, { recursive: true, force: true });
    },
  };
}
