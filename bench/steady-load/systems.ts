import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCluster } from '../../e2e/support/cluster/cluster.ts';
import { missingPackages } from '../../e2e/support/cluster/programs.ts';
import { startOwnPostgres } from '../../e2e/support/server/own-postgres.ts';
import { production, startSamtalServer } from '../../e2e/support/server/samtal-server.ts';
import { shippedFile } from '../../e2e/support/server/shipped-file.ts';
import { startPlainKamailio } from '../plain-kamailio/start-plain-kamailio.ts';
import { addAccounts, createIdentities, sharedSecret } from '../sip-clients/accounts.ts';
import { type Access, type Client, connectClient, type Identity } from '../sip-clients/client.ts';
import { each } from '../sip-clients/each.ts';

const domain = production.SIP_DOMAIN;
/** Clients that connect at a time. */
const AT_ONCE = 20;
/** Connections of the server agents and of health checks, beside those of users. */
const MORE_CONNECTIONS = 1000;

/** A SIP server or a cluster, with its users. */
export type System = {
  readonly name: string;
  readonly access: Access;
  readonly identities: readonly Identity[];
  readonly clients: Client[];
  readonly processes: readonly { readonly name: string; readonly pid: number }[];
};

async function startEmbedded(users: number): Promise<System & { stop(): Promise<void> }> {
  const server = await startSamtalServer({
    ...production,
    LOG_LEVEL: 'warn',
    LIMIT_SIP_CONNECTIONS: String(users + MORE_CONNECTIONS),
  });
  const identities = createIdentities(users, '198.18');
  await addAccounts(identities, domain, server);
  return {
    name: 'embedded',
    access: { uri: `ws://127.0.0.1:${server.port}/sip`, domain },
    identities,
    clients: [],
    processes: [{ name: 'server', pid: server.pid() }],
    stop: server.dispose,
  };
}

/** Megabytes that `deploy/` gives to each Kamailio. */
const shippedMemory = (): number =>
  Number(/SHM_MEMORY=(\d+)/.exec(shippedFile('deploy/kamailio/samtal.conf'))?.[1]);

async function startWholeCluster(users: number): Promise<System & { stop(): Promise<void> }> {
  const postgres = startOwnPostgres();
  const cluster = await startCluster({
    processes: 2,
    hasRelay: true,
    postgres,
    env: { SAMTAL_MODE: 'production', SIP_DOMAIN: domain, LOG_LEVEL: 'warn' },
    size: { connections: users + MORE_CONNECTIONS, kamailioMb: shippedMemory() },
  });
  // HAProxy counts connections by the address from which they really come: each user has one of the loopback network.
  const identities = createIdentities(users, '127.18');
  const folder = mkdtempSync(join(tmpdir(), 'samtal-bench-'));
  await addAccounts(identities, domain, { dataDir: folder, databaseUrl: postgres.url });
  rmSync(folder, { recursive: true });
  return {
    name: 'cluster',
    access: {
      uri: `${cluster.url.replace('https:', 'wss:')}/sip`,
      domain,
      certificate: cluster.certificate,
      isBound: true,
    },
    identities,
    clients: [],
    processes: [
      ...cluster.servers.map((server, index) => ({ name: `server ${index + 1}`, pid: server.pid() })),
      ...cluster.nodes.map((node, index) => ({ name: `Kamailio ${index + 1}`, pid: node.pid() })),
    ],
    async stop() {
      await cluster.stop();
      postgres.dispose();
    },
  };
}

async function startPlain(users: number): Promise<(System & { stop(): Promise<void> }) | undefined> {
  const kamailio = await startPlainKamailio(sharedSecret);
  return (
    kamailio && {
      name: 'plain Kamailio',
      access: { uri: kamailio.uri, domain },
      identities: createIdentities(users, '198.18'),
      clients: [],
      processes: [{ name: 'Kamailio', pid: kamailio.pid }],
      stop: kamailio.stop,
    }
  );
}

/** Starts what is measured; where Debian's programs are missing, only the embedded server. */
export async function startSystems(
  users: number,
): Promise<{ readonly systems: readonly System[]; stop(): Promise<void> }> {
  const started: (System & { stop(): Promise<void> })[] = [];
  const stop = async (): Promise<void> => {
    for (const system of started.splice(0)) await system.stop();
  };
  try {
    started.push(await startEmbedded(users));
    if (missingPackages().length === 0) {
      started.push(await startWholeCluster(users));
      const plain = await startPlain(users);
      if (plain !== undefined) started.push(plain);
    }
    return { systems: [...started], stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Connects and registers all users of a system. */
export const connectUsers = ({ name, access, identities, clients }: System, users: number): Promise<void> =>
  each(users, AT_ONCE, async (index) => {
    const identity = identities[index];
    if (identity === undefined) return;
    const client = await connectClient(access, identity);
    if ((await client.register()) !== 200) throw new Error(`${name} has not registered a client`);
    clients.push(client);
  });
