import type { LoginAnswer, LoginRequest } from '@samtal/api-contract';
import {
  deletionTimeText,
  ERROR_CODES,
  keyValuesSchema,
  loginAnswerSchema,
  loginRequestSchema,
  loginStepText,
  PATHS,
  passkeyProofSchema,
  readKioskToken,
} from '@samtal/api-contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Account } from '../../../domain/accounts/account.ts';
import { loginRefusal } from '../../../domain/accounts/login-outcome.ts';
import { HTTP_LIMITS } from '../../../domain/limits/limits.ts';
import { composeAccountKeptMail } from '../../../mail/compose.ts';
import type { Entrant } from '../../../oidc/sign-in.ts';
import { entrantStateOf } from '../../oidc/entrant-state.ts';
import { readCookie, writeCookie } from '../../oidc/provider-cookie.ts';
import { ApiError, invalidValue, tooManyAttemptsUntil } from '../../plumbing/answers/api-error.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import { atMost } from '../../plumbing/limits/request-limits.ts';
import type { TypedInstance } from '../../plumbing/typed-instance.ts';
import { requireSecondFactor } from '../second-factor/require-second-factor.ts';
import { addAnonymousAccount } from './anonymous-account.ts';
import { deviceOf, markDevice } from './device-cookie.ts';
import { whenHashingIsFree } from './hashing.ts';
import type { LoginThrottle } from './login-throttle.ts';
import { createLoginThrottle } from './login-throttle.ts';
import { mailContextOf } from './mail-context.ts';
import type { MailLimits } from './mail-limits.ts';
import { openSession } from './open-session.ts';

/** The answer as this server writes it: lists are always arrays. */
const answerSchema = z.extend(loginAnswerSchema, {
  properties: z.object({ propertySet: keyValuesSchema }),
  capabilities: keyValuesSchema,
});

type Entrance = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly context: HttpContext;
  readonly throttle: LoginThrottle;
  readonly limits: MailLimits;
};

type Credentials = {
  readonly username: string;
  readonly password: string;
  /** The user keeps an account that is to be deleted. */
  readonly keepAccount?: boolean | undefined;
};

function refuse({ request, context }: Entrance, errorCode: number, account?: Account): never {
  const detail = String(errorCode);
  context.audit({ event: 'login_refused', account: account?.username, address: request.ip, detail });
  throw new ApiError(400, errorCode);
}

/**
 * The account of a user who has asked for its deletion, if they keep it now; else refuses with the time of the
 * deletion (decision D96). Only a user who knows the password learns of it.
 * @param isAsked called when the user is asked whether to keep the account
 */
async function keepOrRefuse(
  entrance: Entrance,
  account: Account,
  { keepAccount, isAsked }: { readonly keepAccount: boolean; readonly isAsked?: () => Promise<void> },
): Promise<Account> {
  const { request, context, limits } = entrance;
  const { repositories, accountService, audit, mailer, now } = context;
  /** Another login of the same moment may have kept the account. */
  const keptBefore = async (errorCode: number): Promise<Account> => {
    const current = await repositories.accounts.findById(account.id);
    return current?.status === 'active' ? current : refuse(entrance, errorCode, account);
  };
  const deletion = await repositories.deletions.find(account.id);
  if (deletion === undefined) return keptBefore(ERROR_CODES.accountDisabled);
  // From then on it is as if the account did not exist, though its removal may still run.
  if (deletion.dueAt <= now()) return refuse(entrance, ERROR_CODES.wrongCredentials, account);
  if (!keepAccount) {
    await isAsked?.();
    const detail = String(ERROR_CODES.deletionPending);
    audit({ event: 'login_refused', account: account.username, address: request.ip, detail });
    throw new ApiError(400, ERROR_CODES.deletionPending, deletionTimeText(deletion.dueAt));
  }
  if (!(await accountService.cancelDeletion(account))) return keptBefore(ERROR_CODES.wrongCredentials);
  audit({ event: 'deletion_cancelled', account: account.username, address: request.ip });
  const mail = composeAccountKeptMail(account, mailContextOf(context));
  if (mail !== undefined && (await limits.mayNotify(account.id))) mailer.send(mail);
  return { ...account, status: 'active' };
}

type Entered = {
  readonly account: Account;
  readonly provider?: Entrant['provider'];
  /** When the ticket of the sign-in at the provider was made, by the clock of `ShortLived`. */
  readonly since?: number;
  /** The user has passed the second step. */
  readonly hasStep?: boolean;
  /** The signed one-click link that has logged in a person, '' = one that is not stored. */
  readonly kioskLink?: string;
};

/** Whether a right password is only the first step of the log-in of this account (decision D100). */
const needsSecondStep = async (
  { kind, status, id }: Account,
  { secondFactors }: HttpContext,
): Promise<boolean> =>
  kind === 'person' && (status === 'active' || status === 'disabled') && (await secondFactors.isOn(id));

/** What a client needs for the second step. */
const stepTextOf = async (
  ticket: string,
  accountId: string,
  { secondFactors }: HttpContext,
): Promise<string> => loginStepText({ ticket, factors: await secondFactors.factorsOf(accountId) });

/** The password was right: asks for the second step. */
async function askSecondStep({ request, context }: Entrance, account: Account): Promise<never> {
  const { id, username } = account;
  const ticket = await context.secondFactors.logins.begin(account);
  context.audit({ event: 'second_factor_asked', account: username, address: request.ip });
  throw new ApiError(400, ERROR_CODES.secondFactorNeeded, await stepTextOf(ticket, id, context));
}

type LoginStepRequest = Extract<LoginRequest, { ticket: string }>;

/** Logs in a user whose password was right, with the second step (decision D100). */
async function enterBySecondStep(entrance: Entrance, body: LoginStepRequest): Promise<Account> {
  const { request, reply, context, throttle, limits } = entrance;
  const { repositories, secondFactors } = context;
  const { ticket, code, keepAccount } = body;
  const read = z.optional(passkeyProofSchema).safeParse(body.passkey);
  if (!read.success) throw invalidValue('passkey');
  const begun = await secondFactors.logins.find(ticket);
  const account = begun && (await repositories.accounts.findById(begun.accountId));
  if (begun === undefined || account === undefined || !secondFactors.logins.isOf(begun, account))
    return refuse(entrance, ERROR_CODES.signInExpired, account);
  if (!begun.isPassed) {
    const failureText = await stepTextOf(ticket, account.id, context);
    const step = { code, passkey: read.data };
    await requireSecondFactor(context, limits, { request, reply, account, step, key: ticket, failureText });
    // A code can be used once, and the user may still be asked whether to keep the account.
    await secondFactors.logins.pass(ticket, begun);
  }
  const found =
    account.status === 'disabled'
      ? await keepOrRefuse(entrance, account, { keepAccount: keepAccount === true })
      : account;
  const refusal = loginRefusal(found, true);
  if (refusal !== undefined) return refuse(entrance, refusal, found);
  await secondFactors.logins.end(ticket);
  const device = deviceOf(request, context, found.id);
  await throttle.succeeded({ address: request.ip, username: found.username, device });
  markDevice(request, reply, context, found.id);
  return found;
}

async function enterByPassword(entrance: Entrance, credentials: Credentials): Promise<Account> {
  const { request, reply, context, throttle } = entrance;
  const { brand, repositories, hasher, audit } = context;
  const { username, password } = credentials;
  const { anonymous } = brand;
  if (anonymous.enabled && username === anonymous.username && password === anonymous.password)
    return addAnonymousAccount(context, request, reply);

  if (context.signIn?.provider.settings.hasPasswords === false)
    return refuse(entrance, ERROR_CODES.passwordsOff);
  const account = await repositories.accounts.findByUsername(username);
  const login = { address: request.ip, username, device: deviceOf(request, context, account?.id) };
  const attempt = await throttle.attempt(login);
  if (!attempt.isAllowed) {
    audit({ event: 'login_held_up', account: account?.username, address: request.ip });
    throw tooManyAttemptsUntil(reply, attempt.waitMs, ERROR_CODES.wrongCredentials);
  }
  const compare = () => hasher.verify(password, account?.passwordHash);
  const asker = login.device === undefined ? 'stranger' : 'known';
  const isPasswordRight = await whenHashingIsFree({ request, reply, asker }, context, compare).catch(
    async (error: unknown) => {
      // An attempt whose password was not compared does not count.
      await attempt.takeBack();
      throw error;
    },
  );
  if (account !== undefined && isPasswordRight && (await needsSecondStep(account, context))) {
    // A right password is no guess.
    await attempt.takeBack();
    return askSecondStep(entrance, account);
  }
  const found =
    account?.kind === 'person' && account.status === 'disabled' && isPasswordRight
      ? await keepOrRefuse(entrance, account, {
          keepAccount: credentials.keepAccount === true,
          // A right password is no guess.
          isAsked: () => attempt.takeBack(),
        })
      : account;
  const refusal = loginRefusal(found, isPasswordRight);
  if (found === undefined || refusal !== undefined)
    return refuse(entrance, refusal ?? ERROR_CODES.wrongCredentials, found);
  await throttle.succeeded(login, attempt);
  markDevice(request, reply, context, found.id);
  return found;
}

/**
 * Logs in with a link that this server has signed, without a password: as the user that the link names, or
 * else as an anonymous caller.
 */
async function enterBySignedToken(entrance: Entrance, token: string): Promise<Entered> {
  const { context } = entrance;
  const verdict = await context.kioskTokens.verify(token);
  if (!verdict.ok)
    return refuse(entrance, verdict.isExpired ? ERROR_CODES.tokenExpired : ERROR_CODES.tokenInvalid);
  const { username, id } = verdict.claims;
  const link = id === undefined ? undefined : await context.repositories.kioskLinks.find(id);
  // The link has been ended.
  if (id !== undefined && link === undefined) return refuse(entrance, ERROR_CODES.tokenExpired);
  if (username === undefined)
    return { account: await addAnonymousAccount(context, entrance.request, entrance.reply) };
  const account = await context.repositories.accounts.findByUsername(username);
  const refusal = loginRefusal(account, true);
  if (account === undefined || refusal !== undefined)
    return refuse(entrance, refusal ?? ERROR_CODES.tokenInvalid, account);
  // The name may have come to another account, and the account to a role, since the link was made.
  const isOther = link !== undefined && link.accountId !== account.id;
  if (isOther || account.role !== undefined) return refuse(entrance, ERROR_CODES.tokenInvalid, account);
  // A link in a mail or a calendar is not what its user has, or is.
  return (await needsSecondStep(account, context))
    ? refuse(entrance, ERROR_CODES.secondFactorNeeded, account)
    : { account, kioskLink: link?.id ?? '' };
}

async function enterByToken(entrance: Entrance, token: string): Promise<Entered> {
  const { anonymous, kiosk } = entrance.context.brand;
  const result = readKioskToken(token);
  if (!kiosk.enabled || result.kind !== 'readable') return refuse(entrance, ERROR_CODES.tokenInvalid);
  if (result.isSigned) return enterBySignedToken(entrance, token);
  const { username = anonymous.username, password } = result.call;
  const isAnonymous = result.call.username === undefined;
  const account = await enterByPassword(entrance, {
    username,
    password: password ?? (isAnonymous ? anonymous.password : ''),
  });
  return { account };
}

/** Whether the account was disconnected, logged out everywhere or given a new password after the ticket was made. */
async function hasLapsed(context: HttpContext, { accountId, state, provider }: Entrant): Promise<boolean> {
  return state === undefined || state !== (await entrantStateOf({ accountId, identity: provider }, context));
}

const hasEndedAtProvider = async (
  { signIn }: HttpContext,
  provider: Entrant['provider'],
  since: number,
): Promise<boolean> => (await signIn?.provider.logoutTokens.hasEnded(provider, since)) === true;

/** Logs in a user that the provider has authenticated in this browser just before (decision D99). */
async function enterByProvider(entrance: Entrance, keepAccount: boolean): Promise<Entered> {
  const { request, context } = entrance;
  const { signIn, repositories } = context;
  const found = await signIn?.entrants.redeem(readCookie(request, context, 'entrant'));
  writeCookie(entrance, 'entrant', '');
  if (signIn === undefined || found === undefined) return refuse(entrance, ERROR_CODES.signInExpired);
  const { holder: entrant, since } = found;
  const { provider } = entrant;
  // Read first: what becomes of the account from here on is noticed now, or when the session has begun.
  const account = await repositories.accounts.findById(entrant.accountId);
  if ((await hasEndedAtProvider(context, provider, since)) || (await hasLapsed(context, entrant)))
    return refuse(entrance, ERROR_CODES.signInExpired);
  if (account?.status === 'disabled') {
    // The user reads when the account will be deleted, and may keep it with the same sign-in.
    if (!keepAccount) writeCookie(entrance, 'entrant', await signIn.entrants.issue(entrant));
    return { account: await keepOrRefuse(entrance, account, { keepAccount }), provider, since };
  }
  const refusal = loginRefusal(account, true);
  if (account === undefined || refusal !== undefined)
    return refuse(entrance, refusal ?? ERROR_CODES.wrongCredentials, account);
  return { account, provider, since };
}

async function enter(entrance: Entrance, body: LoginRequest): Promise<Entered> {
  if ('withProvider' in body) return enterByProvider(entrance, body.keepAccount === true);
  if ('ticket' in body) return { account: await enterBySecondStep(entrance, body), hasStep: true };
  return 'token' in body
    ? enterByToken(entrance, body.token)
    : { account: await enterByPassword(entrance, body) };
}

/**
 * Ends a session that began while the account was disabled, logged out everywhere or at the provider, or got a new password
 * or its first factor: each of these ends the sessions before it.
 */
async function requireSameAccount(
  entrance: Entrance,
  { account, provider, since = 0, hasStep }: Entered,
  securityToken: string,
): Promise<void> {
  const { repositories, hashToken } = entrance.context;
  const current = await repositories.accounts.findById(account.id);
  const isSame =
    current?.status === 'active' &&
    current.passwordHash === account.passwordHash &&
    current.logOuts === account.logOuts &&
    !(provider !== undefined && (await hasEndedAtProvider(entrance.context, provider, since)));
  const isByPasswordAlone = provider === undefined && hasStep !== true;
  if (isSame && !(isByPasswordAlone && (await needsSecondStep(account, entrance.context)))) return;
  await repositories.sessions.remove(hashToken(securityToken));
  refuse(entrance, ERROR_CODES.signInExpired, account);
}

/** Ends a session as a person that began with a one-click link while the link was ended. */
async function requireLinkStill(
  entrance: Entrance,
  { account, kioskLink }: Entered,
  { securityToken, token }: { readonly securityToken: string; readonly token: string },
): Promise<void> {
  if (kioskLink === undefined) return;
  const { repositories, kioskTokens, hashToken } = entrance.context;
  const isThere = kioskLink === '' || (await repositories.kioskLinks.find(kioskLink)) !== undefined;
  if (isThere && (await kioskTokens.verify(token)).ok) return;
  await repositories.sessions.remove(hashToken(securityToken));
  refuse(entrance, ERROR_CODES.tokenExpired, account);
}

/** POST user/login (API-04, API-05). */
export function addLogin(app: TypedInstance, context: HttpContext, limits: MailLimits): void {
  const throttle = createLoginThrottle(context);
  app.post(
    PATHS.login,
    {
      config: atMost(HTTP_LIMITS.logins),
      schema: { body: loginRequestSchema, response: { 200: answerSchema } },
    },
    async (request, reply): Promise<LoginAnswer> => {
      const { body } = request;
      const entrance = { request, reply, context, throttle, limits };
      const entered = await enter(entrance, body);
      const { account, provider, kioskLink } = entered;
      const wantsSip = body.willUseSipRegistration;
      const answer = await openSession(request, context, { account, provider, kioskLink, wantsSip });
      const { securityToken } = answer;
      await requireSameAccount(entrance, entered, securityToken);
      if ('token' in body) await requireLinkStill(entrance, entered, { securityToken, token: body.token });
      return answer;
    },
  );
}
