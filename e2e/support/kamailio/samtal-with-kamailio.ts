import { expect } from '@playwright/test';
import {
  createDatabase,
  hasPostgres,
  libpqAccess,
  psql,
  urlOf,
} from '../../../apps/server/src/storage/testing/postgres-cluster.ts';
import { freePort } from '../server/ports.ts';
import { startSamtalServer } from '../server/samtal-server.ts';
import { shippedFile } from '../server/shipped-file.ts';
import { hasKamailio, KAMAILIO_PACKAGES, startKamailio } from './kamailio.ts';

/** How many server agents register: six for test calls, and the mailbox. */
export const PARTIES = 7;

const NOT_INSTALLED = `Kamailio or PostgreSQL is not installed and may not be installed here (Debian: ${KAMAILIO_PACKAGES.join(', ')}, postgresql).`;

/**
 * Skips a journey where Kamailio or PostgreSQL is missing and cannot be installed, as on systems other than Debian. On
 * Debian the tests install both. What is skipped is counted in the last line of `npm test`.
 */
export function skipWithoutKamailio(skip: (isSkipped: boolean, why: string) => void): void {
  skip(!hasKamailio() || !hasPostgres(), NOT_INSTALLED);
}

type Options = {
  /** Lifetime of a binding, instead of ten minutes. */
  readonly bindingSeconds?: number;
  /** The emergency numbers in the settings of Kamailio, separated by `|`. */
  readonly emergencyNumbers?: string;
  /** Where the server sends web pushes; absent = Kamailio calls no agent for them. */
  readonly pushService?: string;
  /** Variables of the text gateway; absent = there is none. */
  readonly textGateway?: Readonly<Record<string, string>>;
};

/** Starts Samtal, and then Kamailio as its SIP server, to which Samtal must connect later. */
export async function startSamtalWithKamailio(options: Options = {}) {
  const { bindingSeconds, emergencyNumbers, pushService, textGateway } = options;
  const port = await freePort();
  const database = createDatabase();
  const sipUri = `ws://127.0.0.1:${port}`;
  const server = await startSamtalServer({
    DATABASE_URL: urlOf(database),
    SIP_ENGINE: 'external',
    SIP_WS_URI: sipUri,
    LOG_LEVEL: 'info',
    ...(pushService !== undefined && { SIP_WEB_PUSH: 'on', PUSH_SERVICES: pushService }),
    ...textGateway,
  });
  psql(database, shippedFile('deploy/kamailio/roles.sql'));
  const kamailio = await startKamailio(
    {
      port,
      hasUdp: true,
      database: `postgres://kamailio@/${database}`,
      ...(bindingSeconds !== undefined && { bindingSeconds }),
      ...(emergencyNumbers !== undefined && { emergencyNumbers }),
    },
    libpqAccess(),
  );
  const registered = (): number => server.lines.filter((line) => line.includes('agent_registered')).length;
  const more = [pushService, textGateway].filter((each) => each !== undefined).length;
  await expect.poll(registered).toBe(PARTIES + more);
  return {
    url: server.url,
    data: { dataDir: server.dataDir, databaseUrl: urlOf(database) },
    sipUri,
    /** Where phones reach Kamailio over UDP. */
    udpUri: `sip:127.0.0.1:${port}`,
    async end(): Promise<void> {
      await kamailio.stop();
      await server.dispose();
    },
  };
}
