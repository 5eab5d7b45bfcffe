import type { Brand } from '@samtal/api-contract';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { MAILBOX_AGENT } from '../domain/accounts/demo-accounts.ts';
import type { ChangeBus } from '../domain/change-bus.ts';
import { createMessageStore } from '../mailbox/message-store.ts';
import { createMissedCallStore } from '../mailbox/missed-call-store.ts';
import { createAccountDirectory } from '../sip/account-directory.ts';
import { createSipServer } from '../sip/sip-server.ts';
import type { Repositories } from '../storage/repositories/repositories.ts';
import { clock, elapsedMs } from './clock.ts';

type Parts = {
  readonly config: Config;
  readonly brand: Brand;
  readonly repositories: Repositories;
  readonly changes: ChangeBus;
  readonly log: Logger;
};

/** Creates the SIP server, and the stores of mailbox messages and missed calls. */
export function composeSip({ config, brand, repositories, changes, log }: Parts) {
  const { limits, sipDomain } = config;
  const messages = createMessageStore(repositories, changes);
  const keepMissedCall = createMissedCallStore({
    repositories,
    changes,
    brand,
    historyBytes: limits.historyBytes,
    log,
  });
  const sipServer = createSipServer({
    domain: sipDomain,
    directory: createAccountDirectory(repositories, clock.now),
    clock,
    elapsedMs,
    log,
    limits,
    missed(call) {
      log.info({ event: 'missed_call', cause: call.cause });
      keepMissedCall(call).catch((error: unknown) =>
        log.error({ event: 'missed_call_not_stored', err: error }),
      );
    },
    mailbox: {
      address: `${MAILBOX_AGENT}@${sipDomain}`,
      answersFor: async (address) => (await messages.findMailbox(address)) !== undefined,
    },
  });
  return { sipServer, messages };
}
