/** `npm run admin`: all tasks of an operator, without SQL (decision D24). The server may be running. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { TextDecoder } from 'node:util';
import { decodeText } from '@samtal/api-contract';
import pino from 'pino';
import { createAccountService } from '../accounts/account-service.ts';
import { openAudit } from '../composition/open/open-audit.ts';
import { openMail } from '../composition/open/open-mail.ts';
import { brandingDirOf } from '../config/branding-dir.ts';
import type { Config } from '../config/config.ts';
import { readConfig } from '../config/config.ts';
import { createArgon2Hasher } from '../crypto/argon2-hasher.ts';
import { createKioskTokens } from '../crypto/kiosk-tokens.ts';
import { createSecret, hashToken } from '../crypto/secrets.ts';
import type { Installation } from '../domain/installation.ts';
import { domainProblem } from '../domain/installation.ts';
import type { Audit } from '../domain/security-event.ts';
import { readBrandFolder } from '../http/plumbing/brand-folder.ts';
import { DATABASE_FILE } from '../storage/database/embedded-database.ts';
import { kioskSecretAt } from '../storage/open-secret.ts';
import { openRepositories } from '../storage/repositories/open-repositories.ts';
import type { Repositories } from '../storage/repositories/repositories.ts';
import type { AdminTools } from './command.ts';
import { AdminError } from './command.ts';
import { createPrinter } from './output.ts';
import { EXIT, runAdmin } from './run-admin.ts';

/** In place of a username in the audit; no username has parentheses. */
const BY_TOOL = '(samtal admin)';

const complain = (line: string): void => void process.stderr.write(`${line}\n`);
process.stderr.on('error', () => undefined);
const print = createPrinter(process.stdout, (error) => {
  complain(`The output could not be written: ${error.message}`);
  process.exitCode = EXIT.refused;
});

const log = pino({ level: 'error' }, pino.destination({ fd: 2, sync: true }));

/** The audit of what this tool does; with several server processes also in the database. */
function openToolAudit(entries?: Repositories['auditEntries']): {
  audit: Audit;
  settled: () => Promise<void>;
} {
  const process = entries && 'admin';
  const { audit, settled } = openAudit({ dataDir, entries, process, log });
  return { audit: (event) => audit({ ...event, by: BY_TOOL }), settled };
}

const readInput = async (): Promise<string> => decodeText(await buffer(process.stdin), TextDecoder);

/** The configuration for this tool; throws an `AdminError` with the problems. */
function configOf(environment: Readonly<Record<string, string | undefined>>): Config {
  const result = readConfig(environment);
  if (!result.ok) throw new AdminError(result.problems.join('\n'));
  return result.config;
}

const { DATA_DIR, DATABASE_URL, SIP_DOMAIN, PUBLIC_URL, BRANDING_DIR } = process.env;
const { dataDir, databaseUrl } = configOf({ DATA_DIR, DATABASE_URL });

/** Settings of the server's last start, which the tool's own environment overrides. */
function configFor(known: Installation): Config {
  const own = Object.entries({ SIP_DOMAIN, PUBLIC_URL, BRANDING_DIR }).filter(([, value]) => value);
  const last = {
    SAMTAL_MODE: known.SAMTAL_MODE ?? 'demo',
    SIP_DOMAIN: known.SIP_DOMAIN,
    PUBLIC_URL: known.PUBLIC_URL,
    BRANDING_DIR: known.BRANDING_DIR,
  };
  // The mode matters only to the server, but without a mode a public address would be refused (decision D43).
  const config = configOf({ DATA_DIR, ...last, ...Object.fromEntries(own) });
  const wrongDomain = domainProblem(known, config.sipDomain);
  if (wrongDomain !== undefined) throw new AdminError(wrongDomain);
  return { ...config, serverProcesses: known.SERVER_PROCESSES === 'several' ? 'several' : 'one' };
}

async function open(): Promise<{ tools: AdminTools; close: () => Promise<void> }> {
  if (databaseUrl === undefined && !existsSync(join(dataDir, DATABASE_FILE)))
    throw new AdminError(`There is no database in ${dataDir}. Set DATA_DIR, or start the server once.`);
  const { repositories, close } = await openRepositories(dataDir, { mayMigrate: false, databaseUrl });
  const config = configFor(await repositories.installation.read());
  const branding = readBrandFolder(brandingDirOf(config));
  if (!branding.ok) throw new AdminError(branding.problems.join('\n'));
  // The running server sends the mails from the outbox, because only it knows the mail server.
  const isShared = config.serverProcesses === 'several';
  const { mailer, outbox } = openMail({ ...config, dataDir, mail: undefined }, { repositories, log });
  const { audit, settled: auditSettled } = openToolAudit(isShared ? repositories.auditEntries : undefined);
  const kioskSecret = kioskSecretAt({ dataDir, secrets: repositories.secrets, isShared });
  const hasher = createArgon2Hasher();
  const tools: AdminTools = {
    config,
    brand: branding.brand,
    repositories,
    hasher,
    now: Date.now,
    createSecret,
    hashToken,
    // This process has no event streams. Those of the running server find ended sessions in the database.
    accountService: createAccountService({
      repositories,
      hasher,
      createSecret,
      now: Date.now,
      sessionsEnded: () => undefined,
    }),
    mailer,
    outbox,
    mailContext: {
      brandName: branding.brand.name,
      publicUrl: config.publicUrl ?? `http://${config.host}:${config.port}`,
    },
    kioskTokens: createKioskTokens(kioskSecret, Date.now),
    audit,
    readInput,
    print,
    warn: complain,
  };
  return {
    tools,
    async close() {
      await mailer.settled();
      await auditSettled();
      await close();
    },
  };
}

const exit = await runAdmin(
  process.argv.slice(2),
  { print, complain },
  { dataDir, databaseUrl, readInput, audit: openToolAudit().audit, open },
);
process.exitCode ||= exit;
