import { ERROR_CODES, featuresFor } from '@samtal/api-contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../../../domain/accounts/account.ts';
import { OWN_DATA_LIMITS } from '../../../domain/limits/limits.ts';
import { ApiError, notFound, tokenRefused, tooManyAttemptsUntil } from '../../plumbing/answers/api-error.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import { requireSession, type SignedIn } from '../../plumbing/security/session-guard.ts';
import { whenHashingIsFree } from '../account/hashing.ts';

/** Whether the user of this account can log in with a password. */
export const hasPassword = ({ passwordHash }: Account, { signIn }: Pick<HttpContext, 'signIn'>): boolean =>
  passwordHash !== undefined && signIn?.provider.settings.hasPasswords !== false;

/** The session and account of a user who has proved once more who they are; throws otherwise. */
export type RequireProof = (
  request: FastifyRequest,
  reply: FastifyReply,
  password: string | undefined,
) => Promise<SignedIn>;

/**
 * Creates the check that is before what a session alone, such as on a device that was left open, is not enough for: the
 * password (decision D96), or, without one, a sign-in at the provider just before (decision D99). Wrong passwords are
 * limited for each session and for each account.
 */
export function createProof(context: HttpContext): RequireProof {
  const { hasher, attempts, audit, signIn, shortLived } = context;
  return async (request, reply, password) => {
    const signedIn = await requireSession(request, context);
    const { account, tokenHash } = signedIn;
    if (account.kind !== 'person') throw notFound();
    if (!hasPassword(account, context)) {
      // Only a sign-in at the provider counts, so a text that is taken for a password must not seem to.
      if (password !== undefined && password !== '') throw new ApiError(400, ERROR_CODES.wrongCredentials);
      if ((await signIn?.proofs.use(tokenHash)) !== true) throw new ApiError(400, ERROR_CODES.signInNeeded);
      return signedIn;
    }
    // Any holder of the session could have set the password with it.
    if ((await shortLived.find('newPassword', account.id)) !== undefined)
      throw new ApiError(403, ERROR_CODES.passwordIsNew, 'The password is new');
    // No password at all is no guess.
    if (password === undefined) throw new ApiError(400, ERROR_CODES.wrongCredentials);
    const attempt = await attempts.attempt([
      { name: 'ownPasswords', limit: OWN_DATA_LIMITS.passwords, key: tokenHash },
      { name: 'ownPasswordsLong', limit: OWN_DATA_LIMITS.passwordsLong, key: tokenHash },
      { name: 'ownPasswordsOfAccount', limit: OWN_DATA_LIMITS.passwordsOfAccount, key: account.id },
    ]);
    if (!attempt.isAllowed) throw tooManyAttemptsUntil(reply, attempt.waitMs);
    const compare = () => hasher.verify(password, account.passwordHash);
    const isRight = await whenHashingIsFree({ request, reply, asker: 'known' }, context, compare).catch(
      async (error: unknown) => {
        await attempt.takeBack();
        throw error;
      },
    );
    if (!isRight) {
      const detail = String(ERROR_CODES.wrongCredentials);
      audit({ event: 'login_refused', account: account.username, address: request.ip, detail });
      throw new ApiError(400, ERROR_CODES.wrongCredentials);
    }
    await attempt.takeBack();
    // While the request waited for its turn, the session may have ended, by a new password too.
    const current = await requireSession(request, context);
    if (current.account.passwordHash !== account.passwordHash) throw tokenRefused(false);
    return current;
  };
}

/** The same, for users whose brand and organisation let them have their data (decision D96). */
export function requireOwnDataWith(requireProof: RequireProof, context: HttpContext): RequireProof {
  const { brand, repositories } = context;
  return async (request, reply, password) => {
    const { account } = await requireSession(request, context);
    const { organisationId } = account;
    const own = await repositories.organisations.list(organisationId);
    if (account.kind !== 'person' || !featuresFor(brand, organisationId, own).ownData) throw notFound();
    return requireProof(request, reply, password);
  };
}
