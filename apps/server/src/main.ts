/** Composition root: configuration, storage, the listeners, the parties, and a graceful stop. Nothing else decides. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SIP_PATH } from '@samtal/api-contract';
import type { Clock } from '@samtal/sip';
import pino from 'pino';
import { announce } from './announce.ts';
import type { Config } from './config/config.ts';
import { readConfig } from './config/config.ts';
import { createArgon2Hasher } from './crypto/argon2-hasher.ts';
import { createSecret, hashToken } from './crypto/secrets.ts';
import { DEMO_PARTIES } from './domain/demo-accounts.ts';
import { SESSION_LIFETIME_MS } from './domain/session-rules.ts';
import { brandForBrowsers, readBrandFolder } from './http/brand-folder.ts';
import { createHttpApp } from './http/http-app.ts';
import { startParties } from './parties/start-parties.ts';
import { connectWebSocket } from './parties/websocket-connection.ts';
import { createAccountDirectory } from './sip/account-directory.ts';
import { createSipServer } from './sip/sip-server.ts';
import { attachSipListener } from './sip/websocket-listener.ts';
import { openRepositories } from './storage/open-repositories.ts';
import type { Repositories } from './storage/repositories.ts';
import { seedDemo } from './storage/seed-demo.ts';
import { listenStun } from './stun/udp-listener.ts';
import { createTestingMode } from './testing-mode/testing-mode.ts';

/** A stop that takes longer than this is forced. */
const STOP_TIMEOUT_MS = 5000;

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

const clock: Clock = {
  now: Date.now,
  setTimer(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

/** Ends the process with one clear line instead of a stack. */
function giveUp(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

const isListenError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error;

function explainListenError(error: unknown, { host, port }: Config): never {
  const code = isListenError(error) ? error.code : undefined;
  if (code === 'EADDRINUSE')
    giveUp(`Port ${port} is taken. Stop what uses it, or choose another: PORT=8081 npm start`);
  if (code === 'EACCES') giveUp(`Port ${port} needs more rights than this user has. Choose one above 1023.`);
  if (code === 'EADDRNOTAVAIL') giveUp(`This machine has no address ${host} (HOST).`);
  throw error;
}

/** The host part under which this process reaches itself. */
const ownHost = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
};

async function partyAccounts({ accounts }: Repositories) {
  const found = await Promise.all(
    DEMO_PARTIES.map(async (party) => ({ party, account: await accounts.findByUsername(party) })),
  );
  return found.flatMap(({ party, account }) =>
    account === undefined ? [] : [{ party, username: account.username, password: account.sipPassword }],
  );
}

async function start(config: Config): Promise<void> {
  const log = pino({ level: config.logLevel }, pino.destination({ fd: 2, sync: true }));
  const brandingDir = config.brandingDir ?? path('../branding');
  const webRoot = path('../../web/dist');
  if (!existsSync(join(webRoot, 'index.html')))
    giveUp('The web app has not been built: run "npm run build" first.');
  const branding = readBrandFolder(brandingDir);
  if (!branding.ok) giveUp(branding.problems.join('\n'));

  const storage = await openRepositories(config.dataDir);
  const { repositories } = storage;
  const hasher = createArgon2Hasher();
  await repositories.sessions.removeOlderThan(clock.now() - SESSION_LIFETIME_MS);
  if (config.mode !== 'production')
    await seedDemo(repositories, { domain: config.sipDomain, hasher, createSecret });

  const stun = await listenStun({ port: config.stunPort, host: config.host, log }).catch((error: unknown) =>
    giveUp(`STUN_PORT: ${error instanceof Error ? error.message : String(error)}`),
  );
  const sipServer = createSipServer({
    domain: config.sipDomain,
    directory: createAccountDirectory(repositories.accounts),
    clock,
    log,
    missed: ({ cause }) => log.info({ cause }, 'missed call'),
  });
  const testing = config.mode === 'test' ? createTestingMode(sipServer, clock) : undefined;
  const sip = testing?.sip ?? sipServer;

  const app = await createHttpApp({
    repositories,
    hasher,
    now: clock.now,
    createSecret,
    hashToken,
    sipWsUri: config.sipWsUri,
    brand: branding.brand,
    brandSource: brandForBrowsers(branding.source, stun.port),
    brandingDir,
    webRoot,
    log,
    extend: testing?.extendHttp,
  });

  const isAllowedOrigin = (origin: string, host: string): boolean =>
    URL.canParse(origin) && new URL(origin).host === host;
  const listener =
    config.sipEngine === 'embedded'
      ? attachSipListener(app.server, sip, { path: SIP_PATH, isAllowedOrigin, log })
      : undefined;

  await app
    .listen({ port: config.port, host: config.host })
    .catch((error: unknown) => explainListenError(error, config));
  const address = app.server.address();
  const port = address === null || typeof address === 'string' ? config.port : address.port;
  const origin = `${ownHost(config.host)}:${port}`;

  const parties = startParties({
    sipUri: config.sipEngine === 'embedded' ? `ws://${origin}${SIP_PATH}` : (config.sipWsUri ?? ''),
    domain: config.sipDomain,
    accounts: config.mode === 'production' ? [] : await partyAccounts(repositories),
    clock,
    log,
    connect: connectWebSocket,
  });
  // Another SIP server may come up later than this one; then the parties join when it does.
  if (config.sipEngine === 'embedded') await parties.ready;

  let isStopping = false;
  async function stop(): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    await parties.close();
    sip.shutDown();
    listener?.close();
    await app.close();
    await stun.close();
    await storage.close();
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop());

  process.stdout.write(`${announce(config, `http://${origin}`)}\n`);
}

const result = readConfig(process.env);
if (result.ok) await start(result.config);
else giveUp(result.problems.join('\n'));
