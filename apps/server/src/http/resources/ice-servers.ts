import { iceServersAnswerSchema, PATHS } from '@samtal/api-contract';
import type { Account } from '../../domain/accounts/account.ts';
import { subnetOf } from '../../network/subnet-of.ts';
import { sessionQuerySchema } from '../plumbing/answers/answers.ts';
import { notFound } from '../plumbing/answers/api-error.ts';
import type { HttpContext } from '../plumbing/http-context.ts';
import { requireSession } from '../plumbing/security/session-guard.ts';
import type { TypedInstance } from '../plumbing/typed-instance.ts';

/**
 * The identity to which a TURN server applies its quota: one account, or all anonymous callers of one network
 * address on one day, because their number is unlimited.
 */
function turnIdentityOf({ kind, id }: Account, address: string, now: number): string {
  if (kind !== 'anonymous') return id;
  const [day] = new Date(now).toISOString().split('T');
  return `anonymous ${day} ${subnetOf(address)}`;
}

/** GET iceServers: TURN servers with temporary credentials for this user (decision D20). */
export function addIceServers(app: TypedInstance, context: HttpContext): void {
  app.get(
    PATHS.iceServers,
    { schema: { querystring: sessionQuerySchema, response: { 200: iceServersAnswerSchema } } },
    async (request) => {
      const { account } = await requireSession(request, context);
      if (context.turnServers === undefined) throw notFound();
      return context.turnServers(turnIdentityOf(account, request.ip, context.now()));
    },
  );
}
