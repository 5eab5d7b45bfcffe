import { availableParallelism, totalmem } from 'node:os';
import { SIP_PATH } from '@samtal/api-contract';
import type { Logger } from 'pino';
import { findOrAddAgent } from '../accounts/find-or-add-agent.ts';
import type { Config } from '../config/config.ts';
import { createSecret } from '../crypto/secrets.ts';
import {
  DEMO_AGENTS,
  MAILBOX_AGENT,
  TEXT_GATEWAY_AGENT,
  WEB_PUSH_AGENT,
} from '../domain/accounts/demo-accounts.ts';
import { defaultMediaCalls } from '../server-agents/media/default-media-calls.ts';
import { connectWebSocket } from '../server-agents/registration/websocket-connection.ts';
import type { RunningAgents, ServerAgentsOptions } from '../server-agents/start-server-agents.ts';
import { startServerAgents } from '../server-agents/start-server-agents.ts';
import type { Repositories } from '../storage/repositories/repositories.ts';
import { clock } from './clock.ts';

/** Memory of the machine, or of the container if that is less. */
const memoryBytes = (): number => Math.min(totalmem(), process.constrainedMemory() || Infinity);

type Parts = Required<Pick<ServerAgentsOptions, 'positions' | 'messages' | 'webPush' | 'textGateway'>> & {
  readonly config: Config;
  readonly repositories: Repositories;
  /** Host and port with which this process reaches itself. */
  readonly origin: string;
  readonly agentAuthorization: string;
  readonly log: Logger;
};

/** The server agents of this process with their credentials; production has no demo agents (decision D28). */
async function agentAccounts({ config, repositories, webPush, log }: Parts) {
  const { mode, sipDomain: domain } = config;
  const names = [
    ...(mode === 'production' ? [] : DEMO_AGENTS),
    MAILBOX_AGENT,
    ...(webPush === undefined ? [] : [WEB_PUSH_AGENT]),
    ...(config.textGateway === undefined ? [] : [TEXT_GATEWAY_AGENT]),
  ];
  const found = await Promise.all(
    names.map(async (agent) => {
      const account = await findOrAddAgent(repositories.accounts, { name: agent, domain, createSecret });
      if (account === undefined) log.error({ event: 'agent_name_taken', agent });
      return { agent, account };
    }),
  );
  return found.flatMap(({ agent, account }) =>
    account?.sipPassword === undefined
      ? []
      : [{ agent, username: account.username, password: account.sipPassword }],
  );
}

/** Starts the server agents, which register with the embedded or the external SIP server. */
export async function startAgents(parts: Parts): Promise<RunningAgents> {
  const { config, positions, messages, webPush, textGateway, origin, agentAuthorization, log } = parts;
  const { mailboxCalls, mailboxMinutes, mediaCalls, textGatewayCalls } = config.limits;
  const isEmbedded = config.sipEngine === 'embedded';
  return startServerAgents({
    sipUri: isEmbedded ? `ws://${origin}${SIP_PATH}` : (config.sipWsUri?.split(',')[0] ?? ''),
    domain: config.sipDomain,
    accounts: await agentAccounts(parts),
    clock,
    log,
    connect: isEmbedded
      ? (uri, handlers) => connectWebSocket(uri, handlers, agentAuthorization)
      : connectWebSocket,
    positions,
    messages,
    webPush,
    textGateway,
    limits: {
      mailboxCalls,
      mailboxMinutes,
      textGatewayCalls,
      mediaCalls:
        mediaCalls ?? defaultMediaCalls({ cores: availableParallelism(), memoryBytes: memoryBytes() }),
    },
  });
}
