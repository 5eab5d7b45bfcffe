/** Composition root: configuration, storage, listeners, server agents and graceful shutdown. */
import pino from 'pino';
import { kioskAddress } from './accounts/kiosk-links.ts';
import { startPruningAudit } from './audit/prune-audit.ts';
import { announce } from './composition/announce.ts';
import { clock, isInTime } from './composition/clock.ts';
import { composeHttp } from './composition/compose-http.ts';
import { composeMetrics } from './composition/compose-metrics.ts';
import { composeReadiness } from './composition/compose-readiness.ts';
import { composeSip } from './composition/compose-sip.ts';
import { composeTextGateway } from './composition/compose-text-gateway.ts';
import { explainStorageError, giveUp } from './composition/give-up.ts';
import { composeLead } from './composition/lead.ts';
import { openHttp, openSip, openStun } from './composition/listeners.ts';
import { notifySystemd } from './composition/notify-systemd.ts';
import { openAudit } from './composition/open/open-audit.ts';
import { openLan } from './composition/open/open-lan.ts';
import { openSecrets } from './composition/open/open-secrets.ts';
import { openStorage } from './composition/open/open-storage.ts';
import { prepareAccounts } from './composition/prepare-accounts.ts';
import { readSite } from './composition/read-site.ts';
import { startAgents } from './composition/start-agents.ts';
import { stopOnSignals } from './composition/stop-on-signals.ts';
import { shippedIconsDir } from './config/branding-dir.ts';
import type { Config } from './config/config.ts';
import { readConfig } from './config/config.ts';
import { sharedSettings } from './config/shared-settings.ts';
import { basePathOf } from './config/web-address.ts';
import { createSecret } from './crypto/secrets.ts';
import { demoLogins } from './domain/accounts/demo-accounts.ts';
import { shortenedRetentions } from './domain/retention.ts';
import { findPageRenderers } from './http/first-page/first-page.ts';
import { createHttpApp } from './http/http-app.ts';
import { brandForBrowsers } from './http/plumbing/brand-folder.ts';
import { trustedProxies } from './network/trusted-proxies.ts';
import { createPositionStore } from './server-agents/services/emergency.ts';

/** The start does not wait longer than this for the server agents to register. */
const AGENTS_TIMEOUT_MS = 10_000;
/** The stop waits this long for push services to take the last pushes. */
const LAST_PUSHES_MS = 2_000;
/** Lifetime of the one-click link that is printed at the start. */
const DEMO_LINK_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

/** A release for operators is without this code (decision D95). */
async function loadTestingMode() {
  const loaded = await import('./testing-mode/testing-mode.ts').catch(() => undefined);
  return (
    loaded?.createTestingMode ??
    giveUp('SAMTAL_MODE: a release has no test mode. Run the tests from the source.')
  );
}

async function start(config: Config): Promise<void> {
  const { mode, sipDomain } = config;
  const metrics = composeMetrics(config);
  const { meter, logHooks } = metrics;
  const log = pino({ level: config.logLevel, hooks: logHooks }, pino.destination({ fd: 2, sync: true }));
  const { webRoot, brandingDir, brand, brandSource } = readSite(config, log);

  const storage = await openStorage(config, log);
  const { repositories, coordination, process: processId } = storage;
  const { leadership } = coordination;
  let publicUrl = config.publicUrl ?? '';
  const parts = { config, brand, repositories, log, meter, publicUrl: () => publicUrl };
  const entries = processId === undefined ? undefined : repositories.auditEntries;
  const openedAudit = openAudit({ dataDir: config.dataDir, entries, process: processId, log });
  const secrets = await openSecrets(config, repositories, coordination.shortLived.name, log);
  const { context, mail, unansweredCalls, doNotDisturb } = await composeHttp({
    ...parts,
    coordination,
    secrets,
    openedAudit,
  });
  await prepareAccounts(config, context, log);
  await mail.moveMails();
  await storage.started();
  const textGateway = await composeTextGateway(config.textGateway, meter);

  const stun = await openStun(config, log);
  const { sipServer, calls, messages, agentWebPush, callsStored } = await composeSip({
    ...parts,
    changes: context.changes,
    unansweredCalls,
    webPush: context.webPush,
    doNotDisturb,
  });
  const positions = createPositionStore();
  const testing =
    mode === 'test' ? (await loadTestingMode())(sipServer, clock, () => positions.list()) : undefined;
  const sip = testing?.sip ?? sipServer;
  const isTrustedProxy = trustedProxies(config.trustedProxies);
  let isSipReady = (): boolean => false;
  const readiness = composeReadiness({ config, repositories, isSipReady: () => isSipReady() });
  const app = await createHttpApp({
    ...context,
    registrations: config.sipEngine === 'embedded' ? sipServer.registrations : undefined,
    meter,
    readiness,
    brandSource: brandForBrowsers(brandSource, stun.port, {
      demo: mode === 'demo' ? demoLogins() : undefined,
      provider: config.provider,
    }),
    brandingDir,
    webRoot,
    basePath: basePathOf(config.publicUrl),
    ...findPageRenderers(webRoot),
    shippedIconsDir,
    log,
    isTrustedProxy,
    allowedOrigins: config.corsOrigins,
    devOutbox: mode === 'demo' ? mail.outbox : undefined,
    extend: testing?.extendHttp,
  });
  const agentAuthorization = `Bearer ${createSecret()}`;
  const listener = openSip({
    httpServer: app.server,
    sip,
    config,
    isTrustedProxy,
    agentAuthorization,
    meter,
    log,
  });
  const origin = await openHttp(app, config);
  publicUrl = config.publicUrl ?? `http://${origin}`;
  const lan = await openLan(app, { config, log, meter });

  const settings = sharedSettings(config);
  for (const shortened of shortenedRetentions(await repositories.installation.read(), settings))
    log.warn({ event: 'retention_shortened', ...shortened });
  await repositories.installation.write({
    ...settings,
    PUBLIC_URL: publicUrl,
    ...(config.brandingDir !== undefined && { BRANDING_DIR: config.brandingDir }),
  });
  const stopPruningAudit = startPruningAudit({ dataDir: config.dataDir, days: config.auditDays, clock, log });
  const work = composeLead({
    config,
    context,
    sweepShared: storage.sweepShared,
    mail,
    revoke(revocation) {
      sip.revoke(revocation);
      void context.webPush?.review();
    },
    startAgents: () =>
      startAgents({
        ...parts,
        origin,
        agentAuthorization,
        positions,
        messages,
        webPush: agentWebPush,
        textGateway,
      }),
    log,
  });
  isSipReady = () => work.agents()?.areRegistered() ?? false;
  await leadership.lead(work.lead);
  const { agents } = work;
  const stopMetrics = await metrics.serve({
    sipServer,
    calls,
    agents,
    isLeading: leadership.isLeading,
    outbox: mail.outbox,
    readiness,
  });
  const isStopping = stopOnSignals(async () => {
    isSipReady = () => false;
    log.info({ event: 'stopping' });
    stopPruningAudit();
    await leadership.resign();
    sip.shutDown();
    listener?.close();
    await lan?.close();
    await app.close();
    await stopMetrics();
    await stun.close();
    await context.mailer.settled();
    if (context.webPush !== undefined) await isInTime(context.webPush.settled(), LAST_PUSHES_MS);
    await work.settled();
    await callsStored();
    await openedAudit.settled();
    await storage.close();
  });

  // An external SIP server may start later; the server agents then register when it is up.
  const ready = agents()?.ready ?? Promise.resolve();
  if (config.sipEngine === 'embedded' && !(await isInTime(ready, AGENTS_TIMEOUT_MS)))
    log.error({ event: 'agents_not_registered' });
  if (isStopping()) return;
  const token =
    brand.kiosk.enabled && brand.anonymous.enabled
      ? await context.kioskTokens.mint({ to: `echo@${sipDomain}` }, DEMO_LINK_LIFETIME_MS)
      : undefined;
  const kioskLink = token === undefined ? undefined : kioskAddress(publicUrl, token);
  process.stdout.write(`${announce(config, { url: `http://${origin}`, kioskLink, lan })}\n`);
  notifySystemd(process.env, log);
}

const result = readConfig(process.env, process.argv.slice(2));
if (!result.ok) giveUp(result.problems.join('\n'));
for (const warning of result.warnings) process.stderr.write(`Warning: ${warning}\n`);
const { config } = result;
await start(config).catch((error: unknown) => explainStorageError(error, config));
