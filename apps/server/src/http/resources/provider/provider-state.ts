import {
  ERROR_CODES,
  okAnswerSchema,
  ownPasswordSchema,
  PATHS,
  providerStateSchema,
  providerTicketRequestSchema,
  providerTicketSchema,
  strongProofSchema,
} from '@samtal/api-contract';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { followProviderRole } from '../../../accounts/follow-provider-role.ts';
import { writeCookie } from '../../oidc/provider-cookie.ts';
import { returnPathOf } from '../../oidc/return-path.ts';
import { okAnswer, sessionQuerySchema } from '../../plumbing/answers/answers.ts';
import { ApiError, notFound } from '../../plumbing/answers/api-error.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import { requireSession, type SignedIn } from '../../plumbing/security/session-guard.ts';
import type { TypedInstance } from '../../plumbing/typed-instance.ts';
import { hasPassword, type RequireProof } from '../own-data/proof.ts';
import type { RequireStrongProof } from '../second-factor/require-second-factor.ts';

type Parts = { readonly requireProof: RequireProof; readonly requireStrongProof: RequireStrongProof };

const ticketRequestSchema = z.extend(providerTicketRequestSchema, strongProofSchema.shape);

/**
 * The log-in at the provider as the user of an account sees it: its state, connecting an account that has a password,
 * and a sign-in that confirms who they are (decision D99).
 */
export function addProviderState(
  app: TypedInstance,
  context: HttpContext,
  { requireProof, requireStrongProof }: Parts,
): void {
  const { repositories, secondFactors, signIn, changes, audit, createSecret, hashToken } = context;

  async function requirePerson(request: FastifyRequest): Promise<SignedIn> {
    const signedIn = await requireSession(request, context);
    if (signedIn.account.kind !== 'person' || signIn === undefined) throw notFound();
    return signedIn;
  }
  const isConnected = async (accountId: string): Promise<boolean> =>
    (await repositories.identities.list(accountId)).length > 0;

  app.get(
    PATHS.provider,
    { schema: { querystring: sessionQuerySchema, response: { 200: providerStateSchema } } },
    async (request) => {
      const { account, tokenHash } = await requirePerson(request);
      return {
        label: signIn?.provider.settings.label ?? '',
        hasPassword: hasPassword(account, context),
        isConnected: await isConnected(account.id),
        isProved: (await signIn?.proofs.has(tokenHash)) ?? false,
        needsSecondStep: hasPassword(account, context) && (await secondFactors.isOn(account.id)),
      };
    },
  );
  app.post(
    PATHS.providerTicket,
    {
      schema: {
        querystring: sessionQuerySchema,
        body: ticketRequestSchema,
        response: { 200: providerTicketSchema },
      },
    },
    async (request, reply) => {
      const { purpose, password, code, passkey } = request.body;
      const person = await requirePerson(request);
      // A log-in at the provider has no second step here, so a password alone must not open that way.
      const { account, tokenHash, hasStep } =
        purpose === 'connect'
          ? await requireStrongProof(request, reply, { password, code, passkey })
          : { ...person, hasStep: false };
      // Without a connection there is nothing to confirm, and with one there can be no second.
      if ((await isConnected(account.id)) === (purpose === 'connect'))
        throw new ApiError(409, ERROR_CODES.invalidValue, 'Invalid value: purpose');
      const returnPath = returnPathOf(request.body.returnPath);
      const asker = createSecret();
      writeCookie({ request, reply, context }, 'asker', asker);
      const askerHash = hashToken(asker);
      const wish = { purpose, accountId: account.id, tokenHash, askerHash, hasStep, returnPath };
      return { ticket: (await signIn?.wishes.issue(wish)) ?? '' };
    },
  );
  app.post(
    PATHS.disconnectProvider,
    {
      schema: {
        querystring: sessionQuerySchema,
        body: ownPasswordSchema,
        response: { 200: okAnswerSchema },
      },
    },
    async (request, reply) => {
      const person = await requirePerson(request);
      // Without a password the user could never log in again.
      if (!hasPassword(person.account, context))
        throw new ApiError(409, ERROR_CODES.invalidValue, 'The account has no password');
      const { account, tokenHash } = await requireProof(request, reply, request.body.password);
      // No claim would take the role of the provider away any more.
      if (await isConnected(account.id)) await followProviderRole(account.id, undefined, context);
      if (await repositories.identities.disconnect(account.id, tokenHash)) {
        changes.publish(account.id, 'sessions');
        audit({ event: 'identity_disconnected', account: account.username, address: request.ip });
      }
      return okAnswer;
    },
  );
}
