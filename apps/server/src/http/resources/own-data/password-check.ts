import { featuresFor } from '@samtal/api-contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../plumbing/api-error.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import { requireSession, type SignedIn } from '../../plumbing/session-guard.ts';
import type { VerifyOwnPassword } from '../account/own-password.ts';

/** The session and account of a user who has proved with the password who they are; throws otherwise. */
export type RequireOwnPassword = (
  request: FastifyRequest,
  reply: FastifyReply,
  password: string,
) => Promise<SignedIn>;

/** Creates the check that is before everything about one's own data (decision D96). */
export function createPasswordCheck(context: HttpContext, verify: VerifyOwnPassword): RequireOwnPassword {
  const { brand, repositories } = context;
  return async (request, reply, password) => {
    const signedIn = await requireSession(request, context);
    const { account } = signedIn;
    const { organisationId } = account;
    const features = featuresFor(
      brand,
      organisationId,
      await repositories.organisations.list(organisationId),
    );
    if (account.kind !== 'person' || !features.ownData) throw notFound();
    await verify(request, reply, { account, password });
    return signedIn;
  };
}
