/** Composition root: configuration, storage, listeners, server agents and graceful shutdown. */
import { existsSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SIP_PATH } from '@samtal/api-contract';
import type { Clock } from '@samtal/sip';
import { isEqualSecret } from '@samtal/sip';
import pino from 'pino';
import { claimDomain } from './accounts/claim-domain.ts';
import { findOrAddAgent } from './accounts/find-or-add-agent.ts';
import { warnOfReservedNames } from './accounts/name-reservation.ts';
import { openDemoAccounts } from './accounts/open-demo-accounts.ts';
import { seedDemo } from './accounts/seed-demo.ts';
import { announce } from './composition/announce.ts';
import { composeHttp } from './composition/compose-http.ts';
import { brandingDirOf } from './config/branding-dir.ts';
import type { Config } from './config/config.ts';
import { readConfig } from './config/config.ts';
import { basePathOf, originRuleOf } from './config/web-address.ts';
import { createSecret } from './crypto/secrets.ts';
import { DEMO_AGENTS, MAILBOX_AGENT } from './domain/accounts/demo-accounts.ts';
import type { PasswordHasher } from './domain/accounts/password-hash.ts';
import { createHttpApp } from './http/http-app.ts';
import { brandForBrowsers, readBrandFolder } from './http/plumbing/brand-folder.ts';
import { startOutboxDelivery } from './mail/outbox-delivery.ts';
import { createMessageStore } from './mailbox/message-store.ts';
import { createMissedCallStore } from './mailbox/missed-call-store.ts';
import { serverAddressOf } from './network/server-address.ts';
import { trustedProxies } from './network/trusted-proxies.ts';
import { visitorAddressOf } from './network/visitor-address.ts';
import { defaultMediaCalls } from './server-agents/media/default-media-calls.ts';
import { createPositionStore } from './server-agents/services/emergency.ts';
import { startServerAgents } from './server-agents/start-server-agents.ts';
import { connectWebSocket } from './server-agents/websocket-connection.ts';
import { createAccountDirectory } from './sip/account-directory.ts';
import { createSipServer } from './sip/sip-server.ts';
import { watchRevocations } from './sip/websocket/watch-revocations.ts';
import { attachSipListener } from './sip/websocket/websocket-listener.ts';
import { DataDirError } from './storage/database/data-dir-error.ts';
import { DatabaseError } from './storage/database/postgres-error.ts';
import { openRepositories } from './storage/repositories/open-repositories.ts';
import type { Repositories } from './storage/repositories/repositories.ts';
import { startSweeping } from './storage/sweep.ts';
import { listenStun } from './stun/udp-listener.ts';
import { createTestingMode } from './testing-mode/testing-mode.ts';

/** A shutdown that takes longer than this is forced. */
const STOP_TIMEOUT_MS = 5000;
/** The start does not wait longer than this for the server agents to register. */
const AGENTS_TIMEOUT_MS = 10_000;
/** Lifetime of the one-click link that is printed at the start. */
const DEMO_LINK_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

const clock: Clock = {
  now: Date.now,
  setTimer(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

const elapsedMs = (): number => Math.trunc(performance.now());

/** Ends the process with one clear line instead of a stack trace. */
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
  if (code === 'EACCES') giveUp(`This user may not listen on port ${port}. Choose one above 1023.`);
  if (code === 'EADDRNOTAVAIL') giveUp(`This machine has no address ${host} (HOST).`);
  throw error;
}

/** Memory of the machine, or of the container if that is less. */
const memoryBytes = (): number => Math.min(totalmem(), process.constrainedMemory() || Infinity);

/** The host part of a URL with which this process reaches itself. */
const ownHost = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
};

/** Whether `done` is fulfilled within `timeoutMs`. */
async function isInTime(done: Promise<void>, timeoutMs: number): Promise<boolean> {
  let cancel = (): void => undefined;
  const late = new Promise<boolean>((resolve) => {
    cancel = clock.setTimer(timeoutMs, () => resolve(false));
  });
  const isDone = await Promise.race([done.then(() => true), late]);
  cancel();
  return isDone;
}

/** The server agents of this process with their credentials; production has no demo agents (decision D28). */
async function agentAccounts({ mode, sipDomain }: Config, { accounts }: Repositories, log: pino.Logger) {
  const names = [...(mode === 'production' ? [] : DEMO_AGENTS), MAILBOX_AGENT];
  const found = await Promise.all(
    names.map(async (agent) => {
      const account = await findOrAddAgent(accounts, { name: agent, domain: sipDomain, createSecret });
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

/** The password of the demo accounts is public, so production does not start with them (decision D1). */
async function refuseDemoAccounts({ accounts }: Repositories, hasher: PasswordHasher): Promise<void> {
  const open = await openDemoAccounts(accounts, hasher);
  if (open.length > 0)
    giveUp(
      `SAMTAL_MODE: production does not start while ${open.join(', ')} have the demo password. Remove each (npm run admin -- remove <username> --yes), or choose another DATA_DIR.`,
    );
}

async function start(config: Config): Promise<void> {
  const log = pino({ level: config.logLevel }, pino.destination({ fd: 2, sync: true }));
  const brandingDir = brandingDirOf(config);
  const webRoot = path('../../web/dist');
  if (!existsSync(join(webRoot, 'index.html')))
    giveUp('The web app has not been built: run "npm run build" first.');
  const branding = readBrandFolder(brandingDir);
  if (!branding.ok) giveUp(branding.problems.join('\n'));
  const { brand } = branding;
  if (brand.captcha.provider === 'recaptcha' && config.recaptchaSecret === undefined)
    giveUp('RECAPTCHA_SECRET: must be set, because brand.json chooses the captcha "recaptcha".');

  const storage = await openRepositories(config.dataDir, { databaseUrl: config.databaseUrl });
  const { repositories } = storage;
  const wrongDomain = await claimDomain(repositories, config.sipDomain);
  if (wrongDomain !== undefined) giveUp(wrongDomain);
  const stopSweeping = await startSweeping({ repositories, clock, log });
  // Messages that were being written when an earlier process ended are kept as messages (A-066).
  await repositories.messages.closeAll();
  let publicUrl = config.publicUrl ?? '';
  const { context, outbox, deliver } = composeHttp({
    config,
    brand,
    repositories,
    log,
    publicUrl: () => publicUrl,
  });
  if (config.mode === 'production') await refuseDemoAccounts(repositories, context.hasher);
  else await seedDemo(repositories, { domain: config.sipDomain, hasher: context.hasher, createSecret });

  await warnOfReservedNames(context, log);

  const { mailboxCalls, mailboxMinutes, mediaCalls, stunAnswers } = config.limits;
  const stun = await listenStun({
    port: config.stunPort,
    host: config.stunHost,
    log,
    answersPerSecond: stunAnswers,
  }).catch((error: unknown) =>
    giveUp(`STUN_HOST, STUN_PORT: ${error instanceof Error ? error.message : String(error)}`),
  );
  const messages = createMessageStore(repositories, context.changes);
  const keepMissedCall = createMissedCallStore({
    repositories,
    changes: context.changes,
    brand,
    historyBytes: config.limits.historyBytes,
    log,
  });
  const sipServer = createSipServer({
    domain: config.sipDomain,
    directory: createAccountDirectory(repositories, clock.now),
    clock,
    elapsedMs,
    log,
    limits: config.limits,
    missed(call) {
      log.info({ event: 'missed_call', cause: call.cause });
      keepMissedCall(call).catch((error: unknown) =>
        log.error({ event: 'missed_call_not_stored', err: error }),
      );
    },
    mailbox: {
      address: `${MAILBOX_AGENT}@${config.sipDomain}`,
      answersFor: async (address) => (await messages.findMailbox(address)) !== undefined,
    },
  });
  const positions = createPositionStore();
  const testing =
    config.mode === 'test' ? createTestingMode(sipServer, clock, () => positions.list()) : undefined;
  const sip = testing?.sip ?? sipServer;

  const isTrustedProxy = trustedProxies(config.trustedProxies);
  const basePath = basePathOf(config.publicUrl);
  const app = await createHttpApp({
    ...context,
    brandSource: brandForBrowsers(branding.source, stun.port),
    brandingDir,
    webRoot,
    basePath,
    log,
    isTrustedProxy,
    allowedOrigins: config.corsOrigins,
    devOutbox: config.mode === 'demo' ? outbox : undefined,
    extend: testing?.extendHttp,
  });

  // Identifies the server agents of this process, which are exempt from the connection limits.
  const agentAuthorization = `Bearer ${createSecret()}`;
  const listener =
    config.sipEngine === 'embedded'
      ? attachSipListener(app.server, sip, {
          // Phones that know only host and port request `/`.
          paths: [SIP_PATH, '/', `${basePath}${SIP_PATH}`, `${basePath}/`],
          isAllowedOrigin: originRuleOf(config),
          addressOf: (request) => visitorAddressOf(request, isTrustedProxy),
          serverAddressOf: (request) => serverAddressOf(request, { ...config, isTrustedProxy }),
          isServerAgent: ({ headers }) => isEqualSecret(headers.authorization ?? '', agentAuthorization),
          limits: config.limits.sipConnections,
          elapsedMs,
          log,
        })
      : undefined;

  await app
    .listen({ port: config.port, host: config.host })
    .catch((error: unknown) => explainListenError(error, config));
  const address = app.server.address();
  const port = address === null || typeof address === 'string' ? config.port : address.port;
  const origin = `${ownHost(config.host)}:${port}`;
  publicUrl = config.publicUrl ?? `http://${origin}`;
  await repositories.installation.write({
    SAMTAL_MODE: config.mode,
    SIP_DOMAIN: config.sipDomain,
    PUBLIC_URL: publicUrl,
    ...(config.brandingDir !== undefined && { BRANDING_DIR: config.brandingDir }),
  });
  const { revocations } = repositories;
  const stopWatchingRevocations = watchRevocations({
    revocations,
    revoke: (revocation) => sip.revoke(revocation),
    log,
  });

  const agents = startServerAgents({
    sipUri:
      config.sipEngine === 'embedded' ? `ws://${origin}${SIP_PATH}` : (config.sipWsUri?.split(',')[0] ?? ''),
    domain: config.sipDomain,
    accounts: await agentAccounts(config, repositories, log),
    clock,
    log,
    connect:
      config.sipEngine === 'embedded'
        ? (uri, handlers) => connectWebSocket(uri, handlers, agentAuthorization)
        : connectWebSocket,
    positions,
    messages,
    limits: {
      mailboxCalls,
      mailboxMinutes,
      mediaCalls:
        mediaCalls ?? defaultMediaCalls({ cores: availableParallelism(), memoryBytes: memoryBytes() }),
    },
  });
  // In a demo without a mail server the mails stay in the outbox, where the user can read them.
  const stopOutboxDelivery =
    deliver === undefined && config.mode === 'demo'
      ? undefined
      : startOutboxDelivery({ outbox, deliver, clock, log });

  let stopping: Promise<void> | undefined;
  async function stop(): Promise<void> {
    stopSweeping();
    stopWatchingRevocations();
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    await agents.close();
    sip.shutDown();
    listener?.close();
    await app.close();
    await stun.close();
    await context.mailer.settled();
    await stopOutboxDelivery?.();
    await storage.close();
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void (stopping ??= stop()));
  // Log rotation often sends SIGHUP; no log file is kept open, and ongoing calls must not end.
  process.on('SIGHUP', () => undefined);
  // The parent process has ended, perhaps by SIGKILL; this process must not keep the port and the database.
  process.once('disconnect', () => void (stopping ??= stop()));
  process.channel?.unref();

  // An external SIP server may start later; the server agents then register when it is up.
  if (config.sipEngine === 'embedded' && !(await isInTime(agents.ready, AGENTS_TIMEOUT_MS)))
    log.error({ event: 'agents_not_registered' });
  if (stopping !== undefined) return;

  const token = brand.kiosk.enabled
    ? await context.kioskTokens.mint({ to: `echo@${config.sipDomain}` }, DEMO_LINK_LIFETIME_MS)
    : undefined;
  const kioskLink = token === undefined ? undefined : `${publicUrl}/oneclickcall?token=${token}`;
  process.stdout.write(`${announce(config, { url: `http://${origin}`, kioskLink })}\n`);
}

const result = readConfig(process.env, process.argv.slice(2));
if (!result.ok) giveUp(result.problems.join('\n'));
for (const warning of result.warnings) process.stderr.write(`Warning: ${warning}\n`);
await start(result.config).catch((error: unknown) => {
  if (error instanceof DataDirError) giveUp(`DATA_DIR: ${error.message}`);
  if (error instanceof DatabaseError) giveUp(`DATABASE_URL: ${error.message}`);
  throw error;
});
