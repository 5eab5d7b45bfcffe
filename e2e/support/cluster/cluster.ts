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
import { freePort } from '../server/ports.ts';
import { type SamtalServer, startSamtalServer } from '../server/samtal-server.ts';
import { shippedFile } from '../server/shipped-file.ts';
import { type Program, startHaproxy, startRtpengine } from './programs.ts';

type Options = {
  /** Port of HTTPS; absent = a free one. */
  readonly https?: number;
  /** Processes of the server on the same database. */
  readonly processes?: number;
  /** Variables of the server processes. */
  readonly env?: Readonly<Record<string, string>>;
  readonly hasRelay?: boolean;
  /** Starts a server process with these variables. */
  readonly startServer?: (env: Record<string, string>) => Promise<SamtalServer>;
};

export type ClusterNode = RunningKamailio & {
  /** Address for phones over UDP, and for WebSocket without the reverse proxy, also over TLS. */
  readonly udpUri: string;
  readonly wsUri: string;
  readonly wssUri: string;
  /** What other nodes call it. */
  readonly address: string;
};

export type Cluster = {
  readonly url: string;
  readonly servers: readonly SamtalServer[];
  readonly nodes: readonly [ClusterNode, ClusterNode];
  stop(): Promise<void>;
};

const TURN_SECRET = 'a-secret-that-the-servers-of-the-cluster-share';

/**
 * Starts on this machine, from the files of `deploy/`: PostgreSQL, the server, two Kamailios that share the locations of
 * all devices, rtpengine, coturn if wanted, and HAProxy with a certificate of its own.
 */
export async function startCluster(options: Options = {}): Promise<Cluster> {
  const { processes = 1, env = {}, hasRelay = false, startServer = startSamtalServer } = options;
  const ends: (() => Promise<void>)[] = [];
  const endsWith = <P extends Program>(program: P): P => {
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

    const database = createDatabase();
    const turn = hasRelay ? endsWith(await startCoturn(TURN_SECRET)) : undefined;
    const servers: SamtalServer[] = [];
    for (let count = 0; count < processes; count++) {
      const server = await startServer({
        DATABASE_URL: urlOf(database),
        PUBLIC_URL: url,
        SIP_ENGINE: 'external',
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
    psql(database, shippedFile('deploy/kamailio/roles.sql'));

    const rtpengine = await freePort();
    endsWith(await startRtpengine(rtpengine));
    const [portA, portB, nodeA, nodeB] = [
      await freePort(),
      await freePort(),
      await freePort(),
      await freePort(),
    ];
    const startNode = async (number: number, port: number, own: number, peer: number) => {
      const tls = await freePort();
      const kamailio = await startKamailio(
        {
          port,
          hasUdp: true,
          tls: { port: tls, certificate: certificateFile, key: keyFile },
          database: `postgres://kamailio@/${database}`,
          node: { number, port: own, peer },
          rtpengine,
        },
        libpqAccess(),
      );
      return endsWith({
        ...kamailio,
        udpUri: `sip:127.0.0.1:${port}`,
        wsUri: `ws://127.0.0.1:${port}`,
        wssUri: `wss://127.0.0.1:${tls}`,
        address: `127.0.0.1:${own}`,
      });
    };
    const nodes = [await startNode(1, portA, nodeA, nodeB), await startNode(2, portB, nodeB, nodeA)] as const;
    endsWith(
      await startHaproxy({
        https,
        http: await freePort(),
        servers: servers.map(({ port }) => port),
        nodes: [portA, portB],
        certificate,
      }),
    );
    return { url, servers, nodes, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
