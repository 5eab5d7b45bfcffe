import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Brand } from '@samtal/api-contract';
import pino from 'pino';
import { createAccountService } from '../accounts/account-service.ts';
import { createDoNotDisturb } from '../accounts/do-not-disturb.ts';
import { createSecondFactors } from '../accounts/second-factor/second-factors.ts';
import { auditFileIn } from '../audit/audit-files.ts';
import { createOwnAudit } from '../audit/own-audit.ts';
import { chooseCaptcha } from '../captcha/choose-captcha.ts';
import type { Config } from '../config/config.ts';
import { createArgon2Hasher } from '../crypto/argon2-hasher.ts';
import { createDeviceCookies } from '../crypto/device-cookies.ts';
import { createKioskTokens } from '../crypto/kiosk-tokens.ts';
import { createSealedSecrets } from '../crypto/sealed-secrets.ts';
import { createSecret, hashToken } from '../crypto/secrets.ts';
import { createChangeBus } from '../domain/change-bus.ts';
import { LOGIN_LIMITS, OUTBOX_LIMITS } from '../domain/limits/limits.ts';
import { createWorkQueue } from '../domain/limits/work-queue.ts';
import { type Meter, NO_METER } from '../domain/meter.ts';
import type { Audit } from '../domain/security-event.ts';
import { createAnswerQueue } from '../http/plumbing/answer-queue.ts';
import type { HttpContext } from '../http/plumbing/http-context.ts';
import { createListSender } from '../http/plumbing/send-list.ts';
import type { Mail } from '../mail/mail.ts';
import { createMailer } from '../mail/mailer.ts';
import type { Outbox, OutboxRoom } from '../mail/outbox.ts';
import { createOutbox } from '../mail/outbox.ts';
import { createSmtpDelivery } from '../mail/smtp.ts';
import { createUnansweredCallStore } from '../mailbox/unanswered-call-store.ts';
import { createProvider } from '../oidc/provider.ts';
import { createSignIn } from '../oidc/sign-in.ts';
import type { Repositories } from '../storage/repositories/repositories.ts';
import { readOrCreateSecret } from '../storage/secret-file.ts';
import { createTurnServers } from '../turn/turn-servers.ts';
import { clock, elapsedMs } from './clock.ts';
import { composeWebPush } from './compose-web-push.ts';

/**
 * Writes security events as JSON lines to one file, independent of the log level, for operators who look for
 * misuse. The file is opened for each line, so that a rotation of the file needs no signal to this process.
 */
export function createAudit(dataDir: string, log: pino.Logger): Audit {
  const file = auditFileIn(dataDir);
  const write = (line: string): void => {
    try {
      appendFileSync(file, line, { mode: 0o600 });
    } catch (error) {
      log.error({ event: 'security_event_lost', err: error });
    }
  };
  const lines = pino({ base: null }, { write });
  return (event) => lines.info(event);
}

/** Signs one-click links; the key is in the data folder, so that links stay valid after a restart. */
export const openKioskTokens = (dataDir: string) =>
  createKioskTokens(readOrCreateSecret(dataDir, 'kiosk.key'), Date.now);

/** Encrypts and hashes what the second step needs; with another key the apps and recovery codes of users do not work. */
const openSecondFactorKey = (dataDir: string) =>
  createSealedSecrets(
    readOrCreateSecret(
      dataDir,
      'second-factor.key',
      'users with an authenticator app or recovery codes cannot log in until an operator removes their second factor',
    ),
  );

/** Counts the attempts to deliver a mail. */
const countMails =
  (deliver: (mail: Mail) => Promise<void>, meter: Pick<Meter, 'mailDelivered'>) =>
  async (mail: Mail): Promise<void> => {
    try {
      await deliver(mail);
      meter.mailDelivered('sent');
    } catch (error) {
      meter.mailDelivered('failed');
      throw error;
    }
  };

/** Sends mails to the SMTP server, if one is configured; mails that are not delivered go to `outbox`. */
export function openMail(
  config: Pick<Config, 'dataDir' | 'mail'>,
  { log, meter = NO_METER }: { readonly log: pino.Logger; readonly meter?: Pick<Meter, 'mailDelivered'> },
  room?: OutboxRoom,
) {
  const outbox: Outbox = createOutbox(join(config.dataDir, 'outbox'), Date.now, room);
  const deliver =
    config.mail === undefined
      ? undefined
      : countMails(createSmtpDelivery(config.mail.smtpUrl, config.mail.from), meter);
  return { outbox, deliver, mailer: createMailer({ deliver, outbox, log }) };
}

type Parts = {
  readonly config: Config;
  readonly brand: Brand;
  readonly repositories: Repositories;
  readonly log: pino.Logger;
  /** Address of the web app, which may be known only after this process has begun to listen. */
  readonly publicUrl: () => string;
  readonly meter: Meter;
};

/** Creates the dependencies of the user API's resources. */
export function composeHttp({ config, brand, repositories, log, publicUrl, meter }: Parts) {
  const { limits } = config;
  const { outbox, deliver, mailer } = openMail(
    config,
    { log, meter },
    {
      mails: limits.waitingMails,
      bytes: OUTBOX_LIMITS.bytes,
      // A demo without a mail server keeps its latest mails, for users to read.
      dropsOldest: config.mode === 'demo' && config.mail === undefined,
    },
  );
  const hasher = createArgon2Hasher();
  const changes = createChangeBus();
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
    mailer,
    captcha: chooseCaptcha({
      provider: brand.captcha.provider,
      recaptchaSecret: config.recaptchaSecret,
      createSecret,
      now: Date.now,
      log,
    }),
    kioskTokens: openKioskTokens(config.dataDir),
    deviceCookies: createDeviceCookies(readOrCreateSecret(config.dataDir, 'device.key'), Date.now),
    turnServers: config.turn === undefined ? undefined : createTurnServers(config.turn, Date.now),
    webPush: composeWebPush({ config, brand, repositories, unansweredCalls, publicUrl, meter, log }),
    signIn:
      config.provider === undefined
        ? undefined
        : createSignIn(createProvider(config.provider, { elapsedMs, now: Date.now, log }), {
            createSecret,
            elapsedMs,
            now: Date.now,
          }),
    secondFactors: createSecondFactors({
      repositories,
      secrets: openSecondFactorKey(config.dataDir),
      brandName: brand.name,
      publicUrl,
      createSecret,
      now: Date.now,
      elapsedMs,
    }),
    consoleNeedsSecondFactor: config.consoleSecondFactor === 'required',
    audit: createAudit(config.dataDir, log),
    lists: createListSender(createAnswerQueue()),
    accountDeletionDays: config.accountDeletionDays,
    ownAudit: createOwnAudit(config.dataDir),
    limits,
    hasRequestLimits: config.mode !== 'test',
  };
  const doNotDisturb = createDoNotDisturb({ repositories, brand, changes, clock, log });
  return { context, outbox, deliver, unansweredCalls, doNotDisturb };
}
