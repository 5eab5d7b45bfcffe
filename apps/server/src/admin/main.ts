/** `npm run admin`: what an operator must be able to do without SQL (decision D24). The server may run meanwhile. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { createAccountKeeper } from '../accounts/account-keeper.ts';
import { createAudit, openKioskTokens, openMail } from '../compose-http.ts';
import { readConfig } from '../config/config.ts';
import { createArgon2Hasher } from '../crypto/argon2-hasher.ts';
import { createSecret, hashToken } from '../crypto/secrets.ts';
import { readBrandFolder } from '../http/brand-folder.ts';
import { DATABASE_FILE } from '../storage/database.ts';
import { openRepositories } from '../storage/open-repositories.ts';
import type { AdminTools } from './command.ts';
import { AdminError } from './command.ts';
import { runAdmin } from './run-admin.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const complain = (line: string): void => void process.stderr.write(`${line}\n`);

async function open(): Promise<{ tools: AdminTools; close: () => Promise<void> }> {
  const result = readConfig(process.env);
  if (!result.ok) throw new AdminError(result.problems.join('\n'));
  const { config } = result;
  if (!existsSync(join(config.dataDir, DATABASE_FILE)))
    throw new AdminError(
      `There is no database in ${config.dataDir}. Set DATA_DIR, or start the server once.`,
    );
  const branding = readBrandFolder(
    config.brandingDir ?? fileURLToPath(new URL('../../branding', import.meta.url)),
  );
  if (!branding.ok) throw new AdminError(branding.problems.join('\n'));
  const log = pino({ level: 'error' }, pino.destination({ fd: 2, sync: true }));
  const { repositories, close } = await openRepositories(config.dataDir);
  const { mailer } = openMail(config, log);
  const hasher = createArgon2Hasher();
  const tools: AdminTools = {
    config,
    brand: branding.brand,
    repositories,
    hasher,
    now: Date.now,
    createSecret,
    hashToken,
    // Streams of the running server notice by themselves that a session has ended.
    keeper: createAccountKeeper({ repositories, hasher, createSecret, sessionsEnded: () => undefined }),
    mailer,
    mailContext: {
      brandName: branding.brand.name,
      publicUrl: config.publicUrl ?? `http://${config.host}:${config.port}`,
    },
    kioskTokens: openKioskTokens(config.dataDir),
    audit: createAudit(config.dataDir),
    readInput: () => text(process.stdin),
    print,
  };
  return {
    tools,
    async close() {
      await mailer.settled();
      await close();
    },
  };
}

process.exitCode = await runAdmin(process.argv.slice(2), { print, complain }, open);
