import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { createAccountService } from '../../accounts/account-service.ts';
import { seedDemo } from '../../accounts/demo/seed-demo.ts';
import { createSecondFactors } from '../../accounts/second-factor/second-factors.ts';
import { createNameBorders } from '../../audit/name-borders.ts';
import { createOwnAudit } from '../../audit/own-audit.ts';
import { createAuditReader } from '../../audit/read-audit.ts';
import { chooseCaptcha } from '../../captcha/choose-captcha.ts';
import { shippedIconsDir } from '../../config/branding-dir.ts';
import { basePathOf } from '../../config/web-address.ts';
import { createDeviceCookies } from '../../crypto/device-cookies.ts';
import { createKioskTokens } from '../../crypto/kiosk-tokens.ts';
import { createSealedSecrets } from '../../crypto/sealed-secrets.ts';
import { createSecret, hashToken } from '../../crypto/secrets.ts';
import type { PasswordHasher } from '../../domain/accounts/password-hash.ts';
import { createOwnCoordination } from '../../domain/coordination/coordination.ts';
import {
  DEFAULT_LIMITS,
  LOGIN_LIMITS,
  type OperatorLimits,
  OUTBOX_LIMITS,
} from '../../domain/limits/limits.ts';
import { createWorkQueue } from '../../domain/limits/work-queue.ts';
import type { SecurityEvent } from '../../domain/security-event.ts';
import type { Mail } from '../../mail/mail.ts';
import { createOutbox } from '../../mail/outbox.ts';
import { createUnansweredCallStore } from '../../mailbox/unanswered-call-store.ts';
import { createCallerNames } from '../../names/caller-names.ts';
import { trustedProxies } from '../../network/trusted-proxies.ts';
import { createProvider } from '../../oidc/provider.ts';
import type { ProviderSettings } from '../../oidc/provider-settings.ts';
import { createSignIn } from '../../oidc/sign-in.ts';
import { kioskSecretAt } from '../../storage/open-secret.ts';
import { openRepositories } from '../../storage/repositories/open-repositories.ts';
import type { Repositories } from '../../storage/repositories/repositories.ts';
import { DEVICE_SECRET, KIOSK_SECRET, readOrCreateSecret } from '../../storage/secret-file.ts';
import { createTurnServers, type TurnSettings } from '../../turn/turn-servers.ts';
import { createPostPush } from '../../web-push/post-push.ts';
import { VAPID_SECRET, vapidKeysOf } from '../../web-push/vapid-keys.ts';
import { createWebPush } from '../../web-push/web-push.ts';
import { createHttpApp, type HttpAppOptions } from '../http-app.ts';
import { createListSender } from '../plumbing/answers/send-list.ts';
import { brandForBrowsers, readBrandFolder } from '../plumbing/brand-folder.ts';
import { createHealthCheck, type Readiness } from '../plumbing/health-check.ts';
import type { HttpContext } from '../plumbing/http-context.ts';
import { createAnswerQueue } from '../plumbing/limits/answer-queue.ts';

export const BASE = '/userApi/user/api/';
export const DAY_MS = 24 * 60 * 60 * 1000;

/** A hasher without Argon2, which would make each test slow and has a test of its own. */
export const plainHasher = {
  hash: (password: string) => Promise.resolve(`#${password}`),
  verify: (password: string, phc: string | undefined) => Promise.resolve(phc === `#${password}`),
};

/** A brand with every way to get access turned on. */
export const openBrand = {
  name: 'Samtal',
  registration: {
    enabled: true,
    organisations: [
      { id: 1, name: 'One' },
      { id: 2, name: 'Two' },
    ],
  },
  resetPassword: { enabled: true },
  anonymous: { enabled: true },
  kiosk: { enabled: true },
};

/** How long a push service has time to answer. */
const PUSH_ANSWER_MS = 500;

type TestAppOptions = {
  /** Content of `brand.json`; absent = the shipped one. */
  readonly brand?: unknown;
  readonly hasRequestLimits?: boolean;
  readonly hasher?: PasswordHasher;
  readonly allowedOrigins?: readonly string[];
  /** Trusted reverse proxies, as in `TRUSTED_PROXIES`. */
  readonly proxies?: readonly string[];
  readonly hasDevApi?: boolean;
  readonly sipWsUri?: string;
  readonly publicUrl?: string;
  readonly turn?: TurnSettings;
  /** The OpenID Connect provider, as in `OIDC_…`. */
  readonly provider?: ProviderSettings;
  readonly extend?: (app: FastifyInstance) => void;
  /** Origins of push services, as in `PUSH_SERVICES`. */
  readonly pushServices?: readonly string[];
  /** False = as with an external SIP server. */
  readonly hasWebPush?: boolean;
  /** Addresses that are registered now; absent = as with an external SIP server. */
  readonly registered?: readonly string[];
  readonly limits?: Partial<OperatorLimits>;
  readonly patience?: HttpAppOptions['patience'];
  readonly meter?: HttpAppOptions['meter'];
  readonly renderFirstPage?: HttpAppOptions['renderFirstPage'];
  readonly renderOfflinePage?: HttpAppOptions['renderOfflinePage'];
  /** As in `CONSOLE_SECOND_FACTOR=required`. */
  readonly consoleNeedsSecondFactor?: boolean;
  /** What `/readyz` asks beside the database. */
  readonly readiness?: Readiness;
  /** Wraps the repositories before the application gets them. */
  readonly around?: (repositories: Repositories) => Repositories;
};

export type TestApp = {
  readonly app: FastifyInstance;
  readonly repositories: Repositories;
  readonly context: HttpContext;
  readonly folder: string;
  readonly mails: Mail[];
  readonly events: SecurityEvent[];
  /** The whole log so far, at the finest level. */
  logged(): string;
  /** Starts a new application on the same data; close it before the first one. */
  restart(): Promise<Pick<TestApp, 'app'>>;
  /** Advances the wall clock and the monotonic clock by `ms` milliseconds. */
  pass(ms: number): void;
  close(): Promise<void>;
};

function makeFolders(brand: unknown): { folder: string; brandingDir: string; webRoot: string } {
  const folder = mkdtempSync(join(tmpdir(), 'samtal-http-'));
  const brandingDir = join(folder, 'branding');
  const webRoot = join(folder, 'web');
  cpSync(fileURLToPath(new URL('../../../branding', import.meta.url)), brandingDir, { recursive: true });
  mkdirSync(join(webRoot, 'assets'), { recursive: true });
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><base href="/"><title>web app</title>');
  writeFileSync(join(webRoot, 'assets', 'app-1a2b.js'), 'export {}');
  writeFileSync(join(webRoot, 'assets', 'first-1a2b.js'), '');
  writeFileSync(join(webRoot, 'assets', 'offline-1a2b.js'), '');
  if (brand !== undefined) writeFileSync(join(brandingDir, 'brand.json'), JSON.stringify(brand));
  return { folder, brandingDir, webRoot };
}

let seeded: Promise<string> | undefined;

/**
 * A data folder with the demo accounts, made once for all tests of a process, because creating a database needs
 * many disk writes.
 */
function seededData(): Promise<string> {
  seeded ??= (async () => {
    const dataDir = join(mkdtempSync(join(tmpdir(), 'samtal-seeded-')), 'data');
    const { repositories, close } = await openRepositories(dataDir);
    await seedDemo(repositories, { domain: 'demo.example', hasher: plainHasher, createSecret });
    await close();
    return dataDir;
  })();
  return seeded;
}

/** The HTTP application with its own storage in a temporary folder and demo accounts; it opens no port. */
export async function createTestApp({
  brand,
  hasRequestLimits = false,
  hasher = plainHasher,
  allowedOrigins = [],
  proxies = ['loopback'],
  hasDevApi = false,
  sipWsUri,
  publicUrl = 'https://calls.example',
  turn,
  provider,
  extend,
  pushServices = [],
  hasWebPush = true,
  registered,
  limits = {},
  patience,
  meter,
  renderFirstPage,
  renderOfflinePage,
  consoleNeedsSecondFactor = false,
  readiness = {},
  around = (repositories) => repositories,
}: TestAppOptions = {}): Promise<TestApp> {
  const { folder, brandingDir, webRoot } = makeFolders(brand);
  const branding = readBrandFolder(brandingDir);
  if (!branding.ok) throw new Error(branding.problems.join('\n'));
  cpSync(await seededData(), join(folder, 'data'), { recursive: true });
  // Tests sign their own tokens with it.
  writeFileSync(join(folder, 'data', KIOSK_SECRET.name), Buffer.alloc(32, 7).toString('base64url'));
  const { repositories: opened, close } = await openRepositories(join(folder, 'data'));
  const repositories = around(opened);

  // Libraries use real time, so tests can only advance the clock.
  let ahead = 0;
  const now = (): number => Date.now() + ahead;
  const elapsedMs = (): number => performance.now() + ahead;
  let logged = '';
  const log = pino({ level: 'trace' }, { write: (line: string) => void (logged += line) });
  const mails: Mail[] = [];
  const events: SecurityEvent[] = [];
  const outbox = createOutbox(join(folder, 'outbox'), now, {
    mails: limits.waitingMails ?? DEFAULT_LIMITS.waitingMails,
    bytes: OUTBOX_LIMITS.bytes,
    dropsOldest: false,
  });
  const keeping: Promise<unknown>[] = [];
  const { changes, attempts, shortLived, turns, questions } = createOwnCoordination(elapsedMs, 'test');
  const { brand: readBrand } = branding;
  const unansweredCalls = createUnansweredCallStore({
    repositories,
    changes,
    brand: readBrand,
    historyBytes: DEFAULT_LIMITS.historyBytes,
    log,
  });
  const webPush = createWebPush({
    repositories,
    brand: readBrand,
    keys: vapidKeysOf(readOrCreateSecret(join(folder, 'data'), VAPID_SECRET)),
    questions,
    contact: () => publicUrl,
    pushServices,
    post: createPostPush(PUSH_ANSWER_MS),
    nameOf: createCallerNames({ repositories, brand: readBrand, sipDomain: 'demo.example' }),
    rejected: (call) => unansweredCalls.rejected(call),
    createSecret,
    hashToken,
    now,
    elapsedMs,
    log,
  });
  const context: HttpContext = {
    repositories,
    hasher,
    hashing: createWorkQueue(LOGIN_LIMITS.hashing),
    now,
    elapsedMs,
    createSecret,
    hashToken,
    sipWsUri,
    sipDomain: 'demo.example',
    brand: readBrand,
    publicUrl: () => publicUrl,
    accountService: createAccountService({
      repositories,
      hasher,
      createSecret,
      now,
      sessionsEnded: (accountId) => changes.publish(accountId, 'sessions'),
    }),
    changes,
    attempts,
    shortLived,
    turns,
    mailer: {
      send(mail) {
        mails.push(mail);
        keeping.push(outbox.keep(mail));
      },
      hasRoom: () => outbox.hasRoom(),
      settled: async () => void (await Promise.all(keeping)),
    },
    captcha: chooseCaptcha({
      provider: readBrand.captcha.provider,
      recaptchaSecret: undefined,
      secret: createSecret(),
      shortLived,
      now,
      log,
    }),
    kioskTokens: createKioskTokens(
      kioskSecretAt({ dataDir: join(folder, 'data'), secrets: repositories.secrets, isShared: false }),
      now,
    ),
    deviceCookies: createDeviceCookies(readOrCreateSecret(join(folder, 'data'), DEVICE_SECRET), now),
    turnServers: turn === undefined ? undefined : createTurnServers(turn, now),
    webPush: hasWebPush ? webPush : undefined,
    signIn:
      provider === undefined
        ? undefined
        : createSignIn(createProvider(provider, { elapsedMs, now, shortLived, log }), {
            createSecret,
            now,
            shortLived,
            key: new Uint8Array(32).fill(8),
          }),
    registrations: registered && {
      count: (address) => registered.filter((each) => each === address).length,
      addresses: () => registered,
    },
    secondFactors: createSecondFactors({
      repositories,
      attempts,
      shortLived,
      secrets: createSealedSecrets(new Uint8Array(32).fill(9)),
      brandName: readBrand.name,
      publicUrl: () => publicUrl,
      createSecret,
      now,
    }),
    consoleNeedsSecondFactor,
    audit: (event) => void events.push(event),
    lists: createListSender(createAnswerQueue()),
    accountDeletionDays: 14,
    ownAudit: createOwnAudit(join(folder, 'data')),
    auditReader: createAuditReader(join(folder, 'data')),
    nameBorders: createNameBorders(join(folder, 'data')),
    limits: { ...DEFAULT_LIMITS, ...limits },
    hasRequestLimits,
  };
  const options = {
    brandSource: brandForBrowsers(branding.source, 41234, { provider }),
    brandingDir,
    webRoot,
    basePath: basePathOf(publicUrl),
    log,
    isTrustedProxy: trustedProxies(proxies),
    readiness: { database: createHealthCheck(repositories.ping), ...readiness },
    allowedOrigins,
    devOutbox: hasDevApi ? outbox : undefined,
    extend,
    patience,
    meter,
    renderFirstPage,
    renderOfflinePage,
    shippedIconsDir,
  };
  const app = await createHttpApp({ ...context, ...options });
  return {
    app,
    async restart() {
      const secret = readOrCreateSecret(join(folder, 'data'), DEVICE_SECRET);
      const deviceCookies = createDeviceCookies(secret, now);
      return { app: await createHttpApp({ ...context, deviceCookies, ...options }) };
    },
    repositories,
    context,
    folder,
    mails,
    events,
    logged: () => logged,
    pass: (ms) => void (ahead += ms),
    async close() {
      await app.close();
      await Promise.all(keeping);
      await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
