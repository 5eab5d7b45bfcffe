import { availableParallelism, totalmem } from 'node:os';
import { type Brand, SIP_PATH } from '@samtal/api-contract';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { defaultMediaCalls } from '../server-agents/media/default-media-calls.ts';
import { connectWebSocket } from '../server-agents/registration/websocket-connection.ts';
import type { RunningAgents, ServerAgentsOptions } from '../server-agents/start-server-agents.ts';
import { startServerAgents } from '../server-agents/start-server-agents.ts';
import type { Repositories } from '../storage/repositories/repositories.ts';
import { agentAccounts } from './agent-accounts.ts';
import { clock } from './clock.ts';
import { warnOfUnknownAddresses } from './unknown-addresses.ts';

/** Memory of the machine, or of the container if that is less. */
const memoryBytes = (): number => Math.min(totalmem(), process.constrainedMemory() || Infinity);

type Parts = Required<Pick<ServerAgentsOptions, 'positions' | 'messages' | 'webPush' | 'textGateway'>> & {
  readonly config: Config;
  readonly brand: Brand;
  readonly repositories: Repositories;
  /** Host and port with which this process reaches itself. */
  readonly origin: string;
  readonly agentAuthorization: string;
  readonly log: Logger;
};

/** Starts the server agents, which register with the embedded or the external SIP server. */
export async function startAgents(parts: Parts): Promise<RunningAgents> {
  const { config, repositories, positions, messages, webPush, textGateway, origin, agentAuthorization, log } =
    parts;
  const { mailboxCalls, mailboxMinutes, mediaCalls, textGatewayCalls } = config.limits;
  const isEmbedded = config.sipEngine === 'embedded';
  const accounts = await agentAccounts(
    {
      ...config,
      hasWebPush: webPush !== undefined,
      hasTextGateway: config.textGateway !== undefined,
    },
    { accounts: repositories.accounts, log },
  );
  // Your own SIP server may know addresses that are not in the database.
  if (isEmbedded) await warnOfUnknownAddresses({ ...parts, sipDomain: config.sipDomain });
  return startServerAgents({
    sipUri: isEmbedded ? `ws://${origin}${SIP_PATH}` : (config.sipWsUri?.split(',')[0] ?? ''),
    domain: config.sipDomain,
    accounts,
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
