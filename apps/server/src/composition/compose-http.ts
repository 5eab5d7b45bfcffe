import type { Brand } from '@samtal/api-contract';
import type { Logger } from 'pino';
import { createAccountService } from '../accounts/account-service.ts';
import { createDoNotDisturb } from '../accounts/do-not-disturb.ts';
import { createSecondFactors } from '../accounts/second-factor/second-factors.ts';
import { createNameBorders } from '../audit/name-borders.ts';
import { createOwnAudit, createSharedOwnAudit } from '../audit/own-audit.ts';
import { createAuditReader } from '../audit/read-audit.ts';
import { chooseCaptcha } from '../captcha/choose-captcha.ts';
import type { Config } from '../config/config.ts';
import { createArgon2Hasher } from '../crypto/argon2-hasher.ts';
import { createDeviceCookies } from '../crypto/device-cookies.ts';
import { createKioskTokens } from '../crypto/kiosk-tokens.ts';
import { createSealedSecrets } from '../crypto/sealed-secrets.ts';
import { createSecret, hashToken } from '../crypto/secrets.ts';
import type { Coordination } from '../domain/coordination/coordination.ts';
import { LOGIN_LIMITS, OUTBOX_LIMITS } from '../domain/limits/limits.ts';
import { createWorkQueue } from '../domain/limits/work-queue.ts';
import type { Meter } from '../domain/meter.ts';
import { createListSender } from '../http/plumbing/answers/send-list.ts';
import type { HttpContext } from '../http/plumbing/http-context.ts';
import { createAnswerQueue } from '../http/plumbing/limits/answer-queue.ts';
import { createUnansweredCallStore } from '../mailbox/unanswered-call-store.ts';
import { createSignIn, type SignIn } from '../oidc/sign-in.ts';
import type { Repositories } from '../storage/repositories/repositories.ts';
import { createTurnServers } from '../turn/turn-servers.ts';
import { clock, elapsedMs } from './clock.ts';
import { composeWebPush } from './compose-web-push.ts';
import type { OpenAudit } from './open/open-audit.ts';
import { openMail } from './open/open-mail.ts';
import type { Secrets } from './open/open-secrets.ts';

type Parts = {
  readonly config: Config;
  readonly brand: Brand;
  readonly repositories: Repositories;
  readonly coordination: Coordination;
  readonly secrets: Secrets;
  readonly openedAudit: OpenAudit;
  readonly log: Logger;
  /** Address of the web app, which may be known only after this process has begun to listen. */
  readonly publicUrl: () => string;
  readonly meter: Meter;
};

/** Log-in at the operator's provider. Its protocol is loaded for servers that have one. */
async function composeSignIn({ config, coordination, secrets, log }: Parts): Promise<SignIn | undefined> {
  if (config.provider === undefined) return undefined;
  const { shortLived } = coordination;
  const { createProvider } = await import('../oidc/provider.ts');
  return createSignIn(createProvider(config.provider, { elapsedMs, now: Date.now, shortLived, log }), {
    createSecret,
    now: Date.now,
    shortLived,
    key: secrets.signIn,
  });
}

/** Creates the dependencies of the user API's resources. */
export async function composeHttp(parts: Parts) {
  const { config, brand, repositories, coordination, secrets, openedAudit, log, publicUrl, meter } = parts;
  const { limits } = config;
  const { changes, attempts, shortLived, turns, questions } = coordination;
  const mail = openMail(
    config,
    { repositories, log, meter },
    {
      mails: limits.waitingMails,
      bytes: OUTBOX_LIMITS.bytes,
      // A demo without a mail server keeps its latest mails, for users to read.
      dropsOldest: config.mode === 'demo' && config.mail === undefined,
    },
  );
  const hasher = createArgon2Hasher();
  const unansweredCalls = createUnansweredCallStore({
    repositories,
    changes,
    brand,
    historyBytes: limits.historyBytes,
    log,
  });
  const sessionsEnded = (accountId: string): void => changes.publish(accountId, 'sessions');
  const context: HttpContext = {
    repositories,
    hasher,
    hashing: createWorkQueue(LOGIN_LIMITS.hashing),
    now: Date.now,
    elapsedMs,
    createSecret,
    hashToken,
    sipWsUri: config.sipWsUri,
    sipDomain: config.sipDomain,
    brand,
    publicUrl,
    accountService: createAccountService({
      repositories,
      hasher,
      createSecret,
      now: Date.now,
      sessionsEnded,
    }),
    changes,
    attempts,
    shortLived,
    turns,
    mailer: mail.mailer,
    captcha: chooseCaptcha({
      provider: brand.captcha.provider,
      recaptchaSecret: config.recaptchaSecret,
      secret: Buffer.from(secrets.captcha).toString('base64url'),
      shortLived,
      now: Date.now,
      log,
    }),
    kioskTokens: createKioskTokens(secrets.kiosk, Date.now),
    deviceCookies: createDeviceCookies(secrets.device, Date.now),
    turnServers: config.turn === undefined ? undefined : createTurnServers(config.turn, Date.now),
    webPush: composeWebPush({ ...parts, unansweredCalls, questions }),
    signIn: await composeSignIn(parts),
    secondFactors: createSecondFactors({
      repositories,
      attempts,
      shortLived,
      secrets: createSealedSecrets(secrets.secondFactor),
      brandName: brand.name,
      publicUrl,
      createSecret,
      now: Date.now,
    }),
    consoleNeedsSecondFactor: config.consoleSecondFactor === 'required',
    audit: openedAudit.audit,
    lists: createListSender(createAnswerQueue()),
    accountDeletionDays: config.accountDeletionDays,
    ownAudit:
      config.serverProcesses === 'several'
        ? createSharedOwnAudit(repositories.auditEntries)
        : createOwnAudit(config.dataDir),
    // Several processes have an audit each.
    auditReader: config.serverProcesses === 'several' ? undefined : createAuditReader(config.dataDir),
    nameBorders: createNameBorders(config.dataDir),
    limits,
    hasRequestLimits: config.mode !== 'test',
  };
  const doNotDisturb = createDoNotDisturb({ repositories, brand, changes, clock, log });
  return { context, mail, unansweredCalls, doNotDisturb };
}
