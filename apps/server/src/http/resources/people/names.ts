import { namesAnswerSchema, namesQuestionSchema, PATHS } from '@samtal/api-contract';
import { createKeyedRateLimit } from '../../../domain/limits/keyed-rate-limit.ts';
import { NAME_LIMITS } from '../../../domain/limits/limits.ts';
import { createOrganisationNames } from '../../../names/organisation-names.ts';
import { sessionQuerySchema } from '../../plumbing/answers/answers.ts';
import { tooManyAttempts } from '../../plumbing/answers/api-error.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import { requireSession } from '../../plumbing/security/session-guard.ts';
import type { TypedInstance } from '../../plumbing/typed-instance.ts';

/** Adds POST contacts/names: the names that the organisation of the user has for addresses (decision D61). */
export function addNames(app: TypedInstance, context: HttpContext): void {
  const mayAsk = createKeyedRateLimit(NAME_LIMITS, context.elapsedMs);
  const namesOf = createOrganisationNames(context);

  app.post(
    PATHS.names,
    {
      schema: {
        querystring: sessionQuerySchema,
        body: namesQuestionSchema,
        response: { 200: namesAnswerSchema },
      },
    },
    async (request) => {
      const { account } = await requireSession(request, context);
      if (!mayAsk(account.id)) throw tooManyAttempts();
      return { names: [...(await namesOf(account, request.body.addresses))] };
    },
  );
}
