import type { Logger } from 'pino';
import { openDemoAccounts } from '../accounts/demo/open-demo-accounts.ts';
import { seedDemo } from '../accounts/demo/seed-demo.ts';
import { warnOfReservedNames } from '../accounts/name-reservation.ts';
import type { Config } from '../config/config.ts';
import { TOOL_COMMAND } from '../config/tool-command.ts';
import type { HttpContext } from '../http/plumbing/http-context.ts';
import { giveUp } from './give-up.ts';

type Parts = Pick<HttpContext, 'repositories' | 'hasher' | 'createSecret' | 'brand' | 'sipDomain'>;

/** Ends the process if a demo account still has the demo password, which is public (decision D1). */
async function refuseDemoAccounts({ repositories, hasher }: Parts): Promise<void> {
  const open = await openDemoAccounts(repositories.accounts, hasher);
  if (open.length > 0)
    giveUp(
      `SAMTAL_MODE: production does not start while ${open.join(', ')} have the demo password. Remove each (${TOOL_COMMAND} remove <username> --yes), or choose another DATA_DIR.`,
    );
}

/**
 * Adds the demo accounts. In production it adds none, and ends the process if one still has the demo
 * password. Logs a warning for users whose names the server or the brand uses itself.
 */
export async function prepareAccounts({ mode }: Config, parts: Parts, log: Logger): Promise<void> {
  const { repositories, hasher, createSecret, sipDomain } = parts;
  if (mode === 'production') await refuseDemoAccounts(parts);
  else
    await seedDemo(repositories, {
      domain: sipDomain,
      hasher,
      createSecret,
      hasSamples: mode === 'demo',
    });
  await warnOfReservedNames(parts, log);
}
