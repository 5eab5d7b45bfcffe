import type { Logger } from 'pino';
import { warnOfReservedNames } from '../accounts/name-reservation.ts';
import { openDemoAccounts } from '../accounts/open-demo-accounts.ts';
import { seedDemo } from '../accounts/seed-demo.ts';
import type { Config } from '../config/config.ts';
import type { HttpContext } from '../http/plumbing/http-context.ts';
import { giveUp } from './give-up.ts';

type Parts = Pick<HttpContext, 'repositories' | 'hasher' | 'createSecret' | 'brand' | 'sipDomain'>;

/** The password of the demo accounts is public, so production does not start with them (decision D1). */
async function refuseDemoAccounts({ repositories, hasher }: Parts): Promise<void> {
  const open = await openDemoAccounts(repositories.accounts, hasher);
  if (open.length > 0)
    giveUp(
      `SAMTAL_MODE: production does not start while ${open.join(', ')} have the demo password. Remove each (npm run admin -- remove <username> --yes), or choose another DATA_DIR.`,
    );
}

/**
 * Adds the accounts of the demo, or gives up where production has them with their password, and warns of
 * users who have names of the server.
 */
export async function prepareAccounts({ mode }: Config, parts: Parts, log: Logger): Promise<void> {
  const { repositories, hasher, createSecret, sipDomain } = parts;
  if (mode === 'production') await refuseDemoAccounts(parts);
  else await seedDemo(repositories, { domain: sipDomain, hasher, createSecret });
  await warnOfReservedNames(parts, log);
}
