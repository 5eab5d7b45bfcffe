import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOwnCertificate } from '../../../apps/server/src/crypto/own-certificate.ts';
import {
  createDatabase,
  libpqAccess,
  psql,
  urlOf,
} from '../../../apps/server/src/storage/testing/postgres-cluster.ts';
import { type RunningKamailio, startKamailio } from '../kamailio/kamailio.ts';
import { startCoturn } from '../server/coturn.ts';
import type { Program } from '../server/kept-program.ts';
import type { OwnPostgres } from '../server/own-postgres.ts';
import { freePort } from '../server/ports.ts';
import { type SamtalServer, startServerProcess } from '../server/samtal-server.ts';
import { shippedFile } from '../server/shipped-file.ts';
import { startHaproxy, startRtpengine } from './programs.ts';

type Options = {
  /** Port of HTTPS; absent = a free one. */
  readonly https?: number;
  /** Processes of the server on the same database. */
  readonly processes?: number;
  /** Variables of the server processes. */
  readonly env?: Readonly<Record<string, string>>;
  readonly hasRelay?: boolean;
  /** A PostgreSQL that the test may stop; absent = the one that all tests share. */
  readonly postgres?: OwnPostgres;
  /** How many connections of visitors the reverse proxy takes at a time, and the memory of each Kamailio in MB. */
  readonly size?: { readonly connections: number; readonly kamailioMb: number };
  /** Starts a server process with these variables. */
  readonly startServer?: (env: Record<string, string>) => Promise<SamtalServer>;
};

/** Where the servers and the Kamailios find their database. */
function databaseOf(postgres: OwnPostgres | undefined) {
  if (postgres !== undefined)
    return {
      url: postgres.url,
      name: 'postgres',
      access: { PGHOST: postgres.folder },
      run: (sql: string) => void postgres.sql(sql),
    };
  const name = createDatabase();
  return { url: urlOf(name), name, access: libpqAccess(), run: (sql: string) => void psql(name, sql) };
}

export type ClusterNode = Omit<RunningKamailio, 'pid'> & {
  /** Starts it again, as its service manager would. */
  start(): Promise<void>;
  /** Of its first process; it changes when it is started again. */
  pid(): number;
  /** Address for phones over UDP, and for WebSocket without the reverse proxy, also over TLS. */
  readonly udpUri: string;
  readonly wsUri: string;
  readonly wssUri: string;
  /** What other nodes call it. */
  readonly address: string;
};

export type Cluster = {
  readonly url: string;
  /** The self-signed certificate of `url`, in PEM. */
  readonly certificate: string;
  readonly servers: readonly SamtalServer[];
  readonly nodes: readonly [ClusterNode, ClusterNode];
  readonly haproxy: Program;
  readonly rtpengine: Program;
  /** coturn, if it was wanted. */
  readonly relay: Program | undefined;
  stop(): Promise<void>;
};

const TURN_SECRET = 'a-secret-that-the-servers-of-the-cluster-share';

/**
 * Starts on this machine, from the files of `deploy/`: PostgreSQL, the server, two Kamailios that share the locations of
 * all devices, rtpengine, coturn if wanted, and HAProxy with a certificate of its own.
 */
export async function startCluster(options: Options = {}): Promise<Cluster> {
  const { processes = 1, env = {}, hasRelay = false, startServer = startServerProcess, postgres } = options;
  const { connections, kamailioMb } = options.size ?? { connections: 2000, kamailioMb: 64 };
  const ends: (() => Promise<void>)[] = [];
  const endsWith = <P extends Pick<Program, 'stop'>>(program: P): P => {
    ends.unshift(() => program.stop());
    return program;
  };
  const stop = async (): Promise<void> => {
    for (const end of ends.splice(0)) await end();
  };
  try {
    const https = options.https ?? (await freePort());
    const url = `https://localhost:${https}`;
    const certificate = await createOwnCertificate(['localhost'], Date.now());
    const folder = mkdtempSync(join(tmpdir(), 'samtal-cluster-'));
    ends.unshift(async () => rmSync(folder, { recursive: true, force: true }));
    const [certificateFile, keyFile] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')];
    writeFileSync(certificateFile, certificate.certificate);
    writeFileSync(keyFile, certificate.key, { mode: 0o600 });

    const database = databaseOf(postgres);
    const turn = hasRelay ? endsWith(await startCoturn(TURN_SECRET)) : undefined;
    const servers: SamtalServer[] = [];
    for (let count = 0; count < processes; count++) {
      const server = await startServer({
        DATABASE_URL: database.url,
        PUBLIC_URL: url,
        SIP_ENGINE: 'external',
        SERVER_PROCESSES: processes > 1 ? 'several' : 'one',
        SIP_WS_URI: `${url.replace('https:', 'wss:')}/sip`,
        LOG_LEVEL: 'info',
        // Its agents trust the certificate of the reverse proxy.
        NODE_EXTRA_CA_CERTS: certificateFile,
        ...(turn !== undefined && { TURN_URLS: turn.url, TURN_SECRET }),
        ...env,
      });
      servers.push(server);
      ends.unshift(() => server.dispose());
    }
    database.run(shippedFile('deploy/kamailio/roles.sql'));

    const orders = await freePort();
    const rtpengine = endsWith(await startRtpengine(orders));
    const [portA, portB, nodeA, nodeB] = [
      await freePort(),
      await freePort(),
      await freePort(),
      await freePort(),
    ];
    const startNode = async (number: number, port: number, own: number, peer: number) => {
      const tls = await freePort();
      const start = () =>
        startKamailio(
          {
            port,
            hasUdp: true,
            tls: { port: tls, certificate: certificateFile, key: keyFile },
            database: `postgres://kamailio@/${database.name}`,
            node: { number, port: own, peer },
            rtpengine: orders,
            sharedMb: kamailioMb,
            domain: env['SIP_DOMAIN'],
          },
          database.access,
        );
      let running = await start();
      return endsWith({
        log: () => running.log(),
        pid: () => running.pid,
        stop: () => running.stop(),
        kill: () => running.kill(),
        async start() {
          running = await start();
        },
        udpUri: `sip:127.0.0.1:${port}`,
        wsUri: `ws://127.0.0.1:${port}`,
        wssUri: `wss://127.0.0.1:${tls}`,
        address: `127.0.0.1:${own}`,
      });
    };
    const nodes = [await startNode(1, portA, nodeA, nodeB), await startNode(2, portB, nodeB, nodeA)] as const;
    const haproxy = endsWith(
      await startHaproxy({
        https,
        http: await freePort(),
        servers: servers.map(({ port }) => port),
        nodes: [portA, portB],
        certificate,
        connections,
      }),
    );
    return {
      url,
      certificate: certificate.certificate,
      servers,
      nodes,
      haproxy,
      rtpengine,
      relay: turn,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts what `npm run cluster` shows: a demonstration with a relay and two server processes. */
export const startDemoCluster = (options: Pick<Options, 'https' | 'processes'> = {}): Promise<Cluster> =>
  startCluster({ processes: 2, hasRelay: true, env: { SAMTAL_MODE: 'demo' }, ...options });
