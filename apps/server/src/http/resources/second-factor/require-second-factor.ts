import { ERROR_CODES, type StrongProof } from '@samtal/api-contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SecondStep } from '../../../accounts/second-factor/second-factors.ts';
import type { Account } from '../../../domain/accounts/account.ts';
import { ApiError } from '../../plumbing/answers/api-error.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import type { SignedIn } from '../../plumbing/security/session-guard.ts';
import type { MailLimits } from '../account/mail-limits.ts';
import { hasPassword, type RequireProof } from '../own-data/proof.ts';
import { notifyOfSecondFactor } from './notify.ts';

type Asked = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly account: Account;
  readonly step: SecondStep;
  /** The log-in or session whose challenge a passkey has signed. */
  readonly key: string;
  /** What a client at the login needs for another attempt. */
  readonly failureText?: string;
};

/** Throws unless the request has the second step of this account (decision D100). */
export async function requireSecondFactor(
  context: HttpContext,
  limits: MailLimits,
  { request, reply, account, step, key, failureText }: Asked,
): Promise<void> {
  const { secondFactors, audit } = context;
  const checked = await secondFactors.check(account, step, { key, address: request.ip });
  const about = { account: account.username, address: request.ip };
  if (checked.isPassed) {
    if (checked.by !== 'recovery') return;
    audit({ event: 'recovery_code_used', ...about });
    await notifyOfSecondFactor(context, limits, account, 'recoveryCodeUsed');
    return;
  }
  if (checked.why === 'missing') throw new ApiError(400, ERROR_CODES.secondFactorNeeded, failureText);
  audit({ event: 'login_refused', ...about, detail: String(ERROR_CODES.secondFactorWrong) });
  if (checked.why === 'tooMany') {
    reply.header('Retry-After', Math.ceil(checked.waitMs / 1000));
    throw new ApiError(429, ERROR_CODES.secondFactorWrong, failureText);
  }
  if (checked.isLast === true) await notifyOfSecondFactor(context, limits, account, 'codesGuessed');
  throw new ApiError(400, ERROR_CODES.secondFactorWrong, failureText);
}

/**
 * The session and account of a user who has proved who they are by password and, where it is on, the second step;
 * `hasStep` tells whether it was.
 */
export type RequireStrongProof = (
  request: FastifyRequest,
  reply: FastifyReply,
  proof: StrongProof,
) => Promise<SignedIn & { readonly hasStep: boolean }>;

/**
 * Creates the check before changes of the second factor and in the console. A user without a password here has proved it at
 * the provider (decision D99), who is responsible for a second step of its own.
 */
export function createStrongProof(
  context: HttpContext,
  { requireProof, limits }: { readonly requireProof: RequireProof; readonly limits: MailLimits },
): RequireStrongProof {
  return async (request, reply, { password, ...step }) => {
    const signedIn = await requireProof(request, reply, password);
    const { account, tokenHash } = signedIn;
    const hasStep = hasPassword(account, context) && (await context.secondFactors.isOn(account.id));
    if (hasStep)
      await requireSecondFactor(context, limits, { request, reply, account, step, key: tokenHash });
    return { ...signedIn, hasStep };
  };
}
