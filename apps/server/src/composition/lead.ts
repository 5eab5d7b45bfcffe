import type { Logger } from 'pino';
import { startRemovingAccounts } from '../accounts/remove-due-accounts.ts';
import type { Config } from '../config/config.ts';
import type { Lead } from '../domain/coordination/leadership.ts';
import type { HttpContext } from '../http/plumbing/http-context.ts';
import { startOutboxDelivery } from '../mail/outbox-delivery.ts';
import type { RunningAgents } from '../server-agents/start-server-agents.ts';
import { watchRevocations } from '../sip/websocket/watch-revocations.ts';
import { startSweeping } from '../storage/sweep.ts';
import { clock } from './clock.ts';
import type { openMail } from './open/open-mail.ts';

type Parts = {
  readonly config: Config;
  readonly context: HttpContext;
  /** Removes what server processes remember together and that has expired. */
  readonly sweepShared: (() => Promise<void>) | undefined;
  readonly mail: Pick<ReturnType<typeof openMail>, 'outbox' | 'deliver'>;
  readonly revoke: Parameters<typeof watchRevocations>[0]['revoke'];
  readonly startAgents: () => Promise<RunningAgents>;
  readonly log: Logger;
};

export type LeadersWork = {
  readonly lead: Lead;
  /** The server agents; undefined while another process leads. */
  readonly agents: () => RunningAgents | undefined;
  /** Is fulfilled when no removal of an account and no delivery of a mail runs any more. */
  readonly settled: () => Promise<void>;
};

/** What one server process at a time does (decision D105): old data, mails that wait, due deletions, server agents. */
export function composeLead({
  config,
  context,
  sweepShared,
  mail,
  revoke,
  startAgents,
  log,
}: Parts): LeadersWork {
  const { repositories } = context;
  const { callRecordDays, messageDays, auditDays } = config;
  let agents: RunningAgents | undefined;
  let ending: Promise<unknown> = Promise.resolve();

  async function lead(): Promise<() => Promise<void>> {
    // Completes the messages that callers were still writing when the last process ended.
    await repositories.messages.closeAll();
    const retention = { callRecordDays, messageDays, auditDays };
    const stopSweeping = await startSweeping({ repositories, ...retention, sweepShared, clock, log });
    const stopWatchingRevocations = watchRevocations({ revocations: repositories.revocations, revoke, log });
    const stopRemovingAccounts = startRemovingAccounts({ ...context, clock, log });
    const started = await startAgents();
    agents = started;
    // In a demo without a mail server the mails stay in the outbox, where the user can read them.
    const stopDelivery =
      mail.deliver === undefined && config.mode === 'demo'
        ? undefined
        : startOutboxDelivery({ ...mail, clock, log });
    return async () => {
      agents = undefined;
      stopSweeping();
      stopWatchingRevocations();
      ending = Promise.all([ending, stopRemovingAccounts(), stopDelivery?.()]);
      await started.close();
    };
  }
  return { lead, agents: () => agents, settled: async () => void (await ending) };
}
