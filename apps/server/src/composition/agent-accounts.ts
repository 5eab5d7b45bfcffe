import { findOrAddAgent } from '../accounts/find-or-add-agent.ts';
import type { Config } from '../config/config.ts';
import { createSecret } from '../crypto/secrets.ts';
import {
  DEMO_AGENTS,
  ECHO_AGENT,
  MAILBOX_AGENT,
  TEXT_GATEWAY_AGENT,
  WEB_PUSH_AGENT,
} from '../domain/accounts/demo-accounts.ts';
import type { EventLog } from '../domain/event-log.ts';
import type { Repositories } from '../storage/repositories/repositories.ts';

type Agents = Pick<Config, 'mode' | 'sipDomain' | 'echoService'> & {
  readonly hasWebPush: boolean;
  readonly hasTextGateway: boolean;
};

type Tools = { readonly accounts: Repositories['accounts']; readonly log: Pick<EventLog, 'error'> };

/** An address that none answers does not exist: callers get 404, and the operator's tool warns of it. */
async function removeEcho(accounts: Repositories['accounts']): Promise<void> {
  const account = await accounts.findByUsername(ECHO_AGENT);
  if (account?.kind === 'party') await accounts.remove(account.id);
}

/**
 * The server agents of this process with their credentials (decision D28). Of the demo agents production has only
 * echo, on which self-check and test calls rely; an account of the operator with its name or address goes before it.
 */
export async function agentAccounts(
  { mode, sipDomain: domain, echoService, hasWebPush, hasTextGateway }: Agents,
  { accounts, log }: Tools,
) {
  if (echoService === 'off') await removeEcho(accounts);
  const names = [
    ...DEMO_AGENTS.filter((agent) => (agent === ECHO_AGENT ? echoService === 'on' : mode !== 'production')),
    MAILBOX_AGENT,
    ...(hasWebPush ? [WEB_PUSH_AGENT] : []),
    ...(hasTextGateway ? [TEXT_GATEWAY_AGENT] : []),
  ];
  const found = await Promise.all(
    names.map(async (agent) => {
      const account = await findOrAddAgent(accounts, { name: agent, domain, createSecret });
      if (account === undefined && agent !== ECHO_AGENT) log.error({ event: 'agent_name_taken', agent });
      return { agent, account };
    }),
  );
  return found.flatMap(({ agent, account }) =>
    account?.sipPassword === undefined
      ? []
      : [{ agent, username: account.username, password: account.sipPassword }],
  );
}
