import { ERROR_CODES, featuresFor } from '@samtal/api-contract';
import type { FastifyRequest } from 'fastify';
import type { Account } from '../../../domain/accounts/account.ts';
import {
  type Ability,
  type Actor,
  isAble,
  isChangeableBy,
  isVisibleTo,
} from '../../../domain/accounts/roles.ts';
import { ApiError, notFound } from '../../plumbing/answers/api-error.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import { requireSession } from '../../plumbing/security/session-guard.ts';

export type SignedInActor = { readonly actor: Actor; readonly tokenHash: string };

/** Who may do what in the console (decision D98). Each refusal is in the audit. */
export type ConsoleGuard = {
  /** The user of the console; answers 403 without a role that allows it, and 404 where the brand has no console. */
  require(request: FastifyRequest, ability: Ability): Promise<SignedInActor>;
  /** Like `require`, and answers 403 unless the session has shown the password in the last minutes. */
  requireConfirmed(request: FastifyRequest, ability: Ability): Promise<SignedInActor>;
  /** Whether the user of a request that takes long may still have its answer. */
  keeps(request: FastifyRequest, ability: Ability): Promise<boolean>;
  /** Notes that the session has shown the password. */
  confirm(tokenHash: string): Promise<void>;
  /** The person with this id, if the actor may know of them; else answers 404. */
  findPerson(request: FastifyRequest, actor: Actor, id: string): Promise<Account>;
  /** The person with this id, if the actor may change them; else answers 404, 409 for oneself, or 403. */
  findChangeable(request: FastifyRequest, actor: Actor, id: string): Promise<Account>;
  /** Writes a refusal to the audit. */
  note(request: FastifyRequest, account: Account, about?: string): void;
  /** Writes a refusal to the audit, and answers 403. */
  refuse(request: FastifyRequest, account: Account, about?: string): never;
};

export function createConsoleGuard(context: HttpContext): ConsoleGuard {
  const { brand, repositories, audit, shortLived, secondFactors, consoleNeedsSecondFactor } = context;

  function note(request: FastifyRequest, { username }: Account, about?: string): void {
    const route = `${request.method} ${request.routeOptions.url ?? ''}`;
    audit({
      event: 'console_refused',
      account: username,
      address: request.ip,
      detail: about === undefined ? route : `${route} ${about}`,
    });
  }
  function refuse(request: FastifyRequest, account: Account, about?: string): never {
    note(request, account, about);
    throw new ApiError(403, ERROR_CODES.notAllowed, 'Not allowed');
  }

  async function require(request: FastifyRequest, ability: Ability): Promise<SignedInActor> {
    const { account, tokenHash, isOfLink } = await requireSession(request, context);
    const { organisationId, role } = account;
    const settings = await repositories.organisations.list(organisationId);
    if (!featuresFor(brand, organisationId, settings).console) throw notFound();
    if (account.kind !== 'person' || role === undefined || !isAble(role, ability))
      return refuse(request, account);
    // A link has no password, and the account may have got its role after the log-in.
    if (isOfLink) return refuse(request, account, 'link');
    // The provider could not take it away from a user who logs in by the password.
    if (account.isRoleOfProvider === true && !(await beganAtProvider(tokenHash)))
      return refuse(request, account, 'provider');
    if (consoleNeedsSecondFactor && !(await hasSecondFactor(account, tokenHash))) {
      note(request, account, 'secondFactor');
      throw new ApiError(403, ERROR_CODES.secondFactorRequired, 'Log-in in two steps is needed');
    }
    return { actor: { ...account, role }, tokenHash };
  }
  const beganAtProvider = async (tokenHash: string): Promise<boolean> =>
    (await repositories.sessions.providerOf(tokenHash)) !== undefined;
  /** A session that began at the provider has what the provider asks for (decision D99). */
  const hasSecondFactor = async ({ id }: Account, tokenHash: string): Promise<boolean> =>
    (await secondFactors.isOn(id)) || beganAtProvider(tokenHash);

  /** It changes with the role: a confirmation ends when the role is taken, also when it is given again. */
  const markOf = ({ roleChanges }: Account): string => String(roleChanges ?? 0);

  async function findPerson(request: FastifyRequest, actor: Actor, id: string): Promise<Account> {
    const account = await repositories.accounts.findById(id);
    if (account !== undefined && isVisibleTo(actor, account)) return account;
    note(request, actor, account?.kind === 'person' ? account.username : undefined);
    throw notFound();
  }

  return {
    require,
    async requireConfirmed(request, ability) {
      const signedIn = await require(request, ability);
      const confirmed = await shortLived.find('confirmed', signedIn.tokenHash);
      if (confirmed === undefined || confirmed.value !== markOf(signedIn.actor))
        throw new ApiError(403, ERROR_CODES.confirmationNeeded, 'The password is needed');
      return signedIn;
    },
    keeps: (request, ability) =>
      require(request, ability).then(
        () => true,
        () => false,
      ),
    async confirm(tokenHash) {
      const session = await repositories.sessions.find(tokenHash);
      const account = session && (await repositories.accounts.findById(session.accountId));
      if (account !== undefined) await shortLived.put('confirmed', tokenHash, markOf(account));
    },
    findPerson,
    async findChangeable(request, actor, id) {
      const account = await findPerson(request, actor, id);
      if (account.id === actor.id) {
        note(request, actor, account.username);
        throw new ApiError(409, ERROR_CODES.ownAccount, 'This is your own account');
      }
      return isChangeableBy(actor, account) ? account : refuse(request, actor, account.username);
    },
    note,
    refuse,
  };
}
