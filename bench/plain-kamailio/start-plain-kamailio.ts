import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasKamailio, launchKamailio, type RunningKamailio } from '../../e2e/support/kamailio/kamailio.ts';
import { freePort } from '../../e2e/support/server/ports.ts';
import { root } from '../../tools/runtime.mjs';

/**
 * Starts Debian's Kamailio as registrar and proxy with `kamailio.cfg`.
 * @returns undefined where Kamailio is missing and this user may not install it
 * @param secret of all users
 */
export async function startPlainKamailio(
  secret: string,
): Promise<(RunningKamailio & { readonly uri: string }) | undefined> {
  if (!hasKamailio()) return undefined;
  const port = await freePort();
  const configuration = readFileSync(join(root, 'bench/plain-kamailio/kamailio.cfg'), 'utf8')
    .replaceAll('SECRET', secret)
    .replace('127.0.0.1:PORT', `127.0.0.1:${port}`);
  const running = await launchKamailio({ files: { 'kamailio.cfg': configuration }, port, sharedMb: 1024 });
  return { ...running, uri: `ws://127.0.0.1:${port}/` };
}
