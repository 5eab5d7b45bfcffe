import {
  appConfirmationSchema,
  ERROR_CODES,
  factorRemovalSchema,
  featuresFor,
  newAppSchema,
  newPasskeySchema,
  okAnswerSchema,
  PASSKEY_LIMITS,
  passkeyChallengeSchema,
  recoveryCodesSchema,
  SECOND_FACTOR_PATHS,
  type SecondFactorState,
  secondFactorStateSchema,
  strongProofSchema,
  webAuthnOptionsSchema,
} from '@samtal/api-contract';
import type { FastifyRequest } from 'fastify';
import type { Account } from '../../../domain/accounts/account.ts';
import { HTTP_LIMITS, SECOND_FACTOR_LIMITS } from '../../../domain/limits/limits.ts';
import { okAnswer, sessionQuerySchema } from '../../plumbing/answers/answers.ts';
import { ApiError, invalidValue, notFound } from '../../plumbing/answers/api-error.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import { atMost } from '../../plumbing/limits/request-limits.ts';
import { requireSession, type SignedIn } from '../../plumbing/security/session-guard.ts';
import type { TypedInstance } from '../../plumbing/typed-instance.ts';
import type { MailLimits } from '../account/mail-limits.ts';
import { hasPassword } from '../own-data/proof.ts';
import { notifyOfSecondFactor } from './notify.ts';
import type { RequireStrongProof } from './require-second-factor.ts';

type Parts = { readonly requireStrongProof: RequireStrongProof; readonly limits: MailLimits };

const wrongCode = (): ApiError => new ApiError(400, ERROR_CODES.secondFactorWrong);

/** The second factor of the own account (decision D100). */
export function addSecondFactor(
  app: TypedInstance,
  context: HttpContext,
  { requireStrongProof, limits }: Parts,
): void {
  const { repositories, secondFactors, attempts, brand, audit } = context;
  const config = atMost(HTTP_LIMITS.logins);
  const querystring = sessionQuerySchema;

  /** Where the console is on, people with a role may always have one, because their role may need it. */
  async function isOffered(account: Account): Promise<boolean> {
    const { organisationId, role, kind } = account;
    if (kind !== 'person' || !hasPassword(account, context)) return false;
    const features = featuresFor(
      brand,
      organisationId,
      await repositories.organisations.list(organisationId),
    );
    return features.secondFactor || (role !== undefined && features.console);
  }
  async function requireOffered({ account }: SignedIn): Promise<void> {
    if (!(await isOffered(account))) throw notFound();
  }
  /** The first factor, which alone brings recovery codes, ends the other sessions: they began by the password alone. */
  async function noteAdded(
    request: FastifyRequest,
    { account, tokenHash }: SignedIn,
    { factor, codes }: { readonly factor: 'app' | 'passkey'; readonly codes: readonly string[] },
  ): Promise<void> {
    if (codes.length > 0) await context.accountService.endOtherSessions(account, tokenHash);
    audit({ event: 'second_factor_added', account: account.username, address: request.ip, detail: factor });
    await notifyOfSecondFactor(context, limits, account, factor === 'app' ? 'appAdded' : 'passkeyAdded');
  }

  app.get(
    SECOND_FACTOR_PATHS.state,
    { schema: { querystring, response: { 200: secondFactorStateSchema } } },
    async (request): Promise<SecondFactorState> => {
      const { account } = await requireSession(request, context);
      if (account.kind !== 'person') throw notFound();
      const [isOn, found, passkeys, recoveryCodes] = await Promise.all([
        secondFactors.isOn(account.id),
        repositories.secondFactors.findApp(account.id),
        repositories.secondFactors.listPasskeys(account.id),
        repositories.secondFactors.countCodes(account.id),
      ]);
      return {
        isOffered: await isOffered(account),
        isOn,
        hasPasskeys: secondFactors.passkeys.isPossible(),
        appAddedAt: found?.addedAt,
        recoveryCodes,
        passkeys: passkeys.map(({ id, name, addedAt, lastUsedAt }) => ({ id, name, addedAt, lastUsedAt })),
      };
    },
  );

  app.post(
    SECOND_FACTOR_PATHS.app,
    { config, schema: { querystring, body: strongProofSchema, response: { 200: newAppSchema } } },
    async (request, reply) => {
      const signedIn = await requireStrongProof(request, reply, request.body);
      await requireOffered(signedIn);
      const { account, tokenHash, hasStep } = signedIn;
      return secondFactors.beginApp(account, { key: tokenHash, hasStep });
    },
  );

  app.post(
    SECOND_FACTOR_PATHS.appConfirmation,
    { config, schema: { querystring, body: appConfirmationSchema, response: { 200: recoveryCodesSchema } } },
    async (request, reply) => {
      const signedIn = await requireSession(request, context);
      await requireOffered(signedIn);
      const { account, tokenHash } = signedIn;
      // With a stolen session, but without the secret, an attacker would get the recovery codes by guessing.
      const attempt = await attempts.attempt([
        { name: 'newAppCodes', limit: SECOND_FACTOR_LIMITS.codes, key: account.id },
      ]);
      if (!attempt.isAllowed) {
        reply.header('Retry-After', Math.ceil(attempt.waitMs / 1000));
        throw new ApiError(429, ERROR_CODES.secondFactorWrong);
      }
      const codes = await secondFactors.confirmApp(account, tokenHash, request.body.code);
      if (codes === undefined) throw wrongCode();
      await attempt.takeBack();
      await noteAdded(request, signedIn, { factor: 'app', codes });
      return { recoveryCodes: [...codes] };
    },
  );

  app.post(
    SECOND_FACTOR_PATHS.recoveryCodes,
    { config, schema: { querystring, body: strongProofSchema, response: { 200: recoveryCodesSchema } } },
    async (request, reply) => {
      const { account } = await requireStrongProof(request, reply, request.body);
      if (!(await secondFactors.isOn(account.id))) throw notFound();
      const recoveryCodes = [...(await secondFactors.renewCodes(account))];
      audit({ event: 'recovery_codes_made', account: account.username, address: request.ip });
      await notifyOfSecondFactor(context, limits, account, 'recoveryCodesMade');
      return { recoveryCodes };
    },
  );

  app.post(
    SECOND_FACTOR_PATHS.passkeyOptions,
    { config, schema: { querystring, body: strongProofSchema, response: { 200: webAuthnOptionsSchema } } },
    async (request, reply) => {
      const signedIn = await requireStrongProof(request, reply, request.body);
      await requireOffered(signedIn);
      const { account, tokenHash, hasStep } = signedIn;
      if (!secondFactors.passkeys.isPossible()) throw notFound();
      const made = await secondFactors.passkeys.creationOptions(account, { key: tokenHash, hasStep });
      return { options: made };
    },
  );

  app.post(
    SECOND_FACTOR_PATHS.passkeys,
    { config, schema: { querystring, body: newPasskeySchema, response: { 200: recoveryCodesSchema } } },
    async (request) => {
      const signedIn = await requireSession(request, context);
      await requireOffered(signedIn);
      const { account, tokenHash } = signedIn;
      const name = request.body.name.trim();
      if (name === '') throw invalidValue('name');
      const codes = await secondFactors.addPasskey(account, tokenHash, {
        name,
        made: request.body.passkey,
        most: PASSKEY_LIMITS.count,
      });
      if (codes === undefined) throw wrongCode();
      await noteAdded(request, signedIn, { factor: 'passkey', codes });
      return { recoveryCodes: [...codes] };
    },
  );

  app.post(
    SECOND_FACTOR_PATHS.removal,
    { config, schema: { querystring, body: factorRemovalSchema, response: { 200: okAnswerSchema } } },
    async (request, reply) => {
      const { factor, ...proof } = request.body;
      const { account } = await requireStrongProof(request, reply, proof);
      if (!(await repositories.secondFactors.remove(account.id, factor))) throw notFound();
      const isOff = !(await secondFactors.isOn(account.id));
      const detail = isOff ? 'all' : factor === 'app' ? 'app' : 'passkey';
      audit({ event: 'second_factor_removed', account: account.username, address: request.ip, detail });
      await notifyOfSecondFactor(context, limits, account, isOff ? 'secondFactorOff' : 'factorRemoved');
      return okAnswer;
    },
  );

  app.post(
    SECOND_FACTOR_PATHS.challenge,
    {
      config,
      schema: { querystring, body: passkeyChallengeSchema, response: { 200: webAuthnOptionsSchema } },
    },
    async (request) => {
      const { ticket } = request.body;
      const begun = ticket === undefined ? undefined : await secondFactors.logins.find(ticket);
      if (ticket !== undefined && begun === undefined) throw new ApiError(400, ERROR_CODES.signInExpired);
      const signedIn = ticket === undefined ? await requireSession(request, context) : undefined;
      const account = signedIn?.account ?? (await repositories.accounts.findById(begun?.accountId ?? ''));
      if (account === undefined) throw new ApiError(400, ERROR_CODES.signInExpired);
      const key = signedIn?.tokenHash ?? ticket ?? '';
      const made = await secondFactors.passkeys.requestOptions(account, key);
      return { options: made };
    },
  );
}
