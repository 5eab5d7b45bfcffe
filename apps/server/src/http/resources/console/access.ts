import {
  consoleAccessAnswerSchema,
  consoleConfirmationSchema,
  okAnswerSchema,
  PATHS,
} from '@samtal/api-contract';
import { organisationOf } from '../../../domain/accounts/roles.ts';
import { CONSOLE_LIMITS, HTTP_LIMITS } from '../../../domain/limits/limits.ts';
import { okAnswer, sessionQuerySchema } from '../../plumbing/answers/answers.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import { atMost } from '../../plumbing/limits/request-limits.ts';
import type { TypedInstance } from '../../plumbing/typed-instance.ts';
import { hasPassword } from '../own-data/proof.ts';
import type { RequireStrongProof } from '../second-factor/require-second-factor.ts';
import type { ConsoleGuard } from './guard.ts';

type Parts = { readonly guard: ConsoleGuard; readonly requireStrongProof: RequireStrongProof };

/** GET console/access: what the user may do; POST console/confirmation: the password and the second step, before changes. */
export function addConsoleAccess(
  app: TypedInstance,
  context: HttpContext,
  { guard, requireStrongProof }: Parts,
): void {
  const { brand, repositories, sipDomain, registrations, signIn } = context;
  const { organisations, defaultOrganisation } = brand.registration;

  app.get(
    PATHS.consoleAccess,
    {
      config: atMost(CONSOLE_LIMITS.requests),
      schema: { querystring: sessionQuerySchema, response: { 200: consoleAccessAnswerSchema } },
    },
    async (request) => {
      const { actor } = await guard.require(request, 'readPeople');
      const limit = organisationOf(actor);
      const ids = new Set([
        ...organisations.map(({ id }) => id),
        defaultOrganisation,
        ...(await repositories.persons.organisations()),
      ]);
      return {
        username: actor.username,
        role: actor.role,
        organisations: [...ids]
          .filter((id) => limit === undefined || limit === id)
          .toSorted((one, two) => one - two)
          .map((id) => ({ id, name: organisations.find((each) => each.id === id)?.name ?? '' })),
        defaultOrganisation: limit ?? defaultOrganisation,
        domain: sipDomain,
        ...(!hasPassword(actor, context) && { confirmsAt: signIn?.provider.settings.label }),
        knowsRegistrations: registrations !== undefined,
      };
    },
  );

  app.post(
    PATHS.consoleConfirmation,
    {
      config: atMost(HTTP_LIMITS.logins),
      schema: {
        querystring: sessionQuerySchema,
        body: consoleConfirmationSchema,
        response: { 200: okAnswerSchema },
      },
    },
    async (request, reply) => {
      const { tokenHash } = await guard.require(request, 'readPeople');
      await requireStrongProof(request, reply, request.body);
      await guard.confirm(tokenHash);
      return okAnswer;
    },
  );
}
