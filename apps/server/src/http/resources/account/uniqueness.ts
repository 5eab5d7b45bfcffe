import type { UniquenessRequest } from '@samtal/api-contract';
import {
  completeSipAddress,
  ERROR_CODES,
  PATHS,
  uniquenessAnswerSchema,
  uniquenessRequestSchema,
} from '@samtal/api-contract';
import { isNameReserved } from '../../../accounts/name-reservation.ts';
import type { Account } from '../../../domain/accounts/account.ts';
import { HTTP_LIMITS } from '../../../domain/limits/limits.ts';
import { sessionQuerySchema } from '../../plumbing/answers/answers.ts';
import { ApiError, notFound } from '../../plumbing/answers/api-error.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import { atMost } from '../../plumbing/limits/request-limits.ts';
import { requireSession, tokenOf } from '../../plumbing/security/session-guard.ts';
import type { TypedInstance } from '../../plumbing/typed-instance.ts';

/** Error for each kind of name that is taken. */
export const TAKEN = {
  username: { code: ERROR_CODES.usernameExists, text: 'Username exists' },
  email: { code: ERROR_CODES.emailExists, text: 'E-mail exists' },
  sipaddress: { code: ERROR_CODES.sipAddressExists, text: 'SIP address exists' },
} as const;

type Finding = { readonly owner: Account | undefined; readonly isReserved: boolean };

async function find(context: HttpContext, { key, value }: UniquenessRequest): Promise<Finding> {
  const { repositories, sipDomain } = context;
  const { accounts } = repositories;
  switch (key) {
    case 'username':
      return {
        owner: await accounts.findByUsername(value),
        isReserved: await isNameReserved(value, context),
      };
    case 'email':
      return { owner: await accounts.findByEmail(value), isReserved: false };
    case 'sipaddress': {
      const address = completeSipAddress(value, sipDomain);
      const [user = ''] = address.split('@');
      return {
        owner: await accounts.findByAddress(address),
        isReserved: await isNameReserved(user, context),
      };
    }
  }
}

/** POST signUp/validateByKey: 409 = the name is taken (API-11, SIGNUP-16, SIGNUP-17, PROFILE-09). */
export function addUniqueness(app: TypedInstance, context: HttpContext): void {
  app.post(
    PATHS.validateByKey,
    {
      config: atMost(HTTP_LIMITS.nameChecks),
      schema: {
        querystring: sessionQuerySchema,
        body: uniquenessRequestSchema,
        response: { 200: uniquenessAnswerSchema },
      },
    },
    async (request) => {
      const isStranger = tokenOf(request) === undefined;
      // Strangers need the answer for a registration only.
      if (isStranger && !context.brand.registration.enabled) throw notFound();
      const caller = isStranger ? undefined : (await requireSession(request, context)).account;
      const { owner, isReserved } = await find(context, request.body);
      const isOwn = owner !== undefined && owner.id === caller?.id;
      const { accounts } = context.repositories;
      const isTaken = owner !== undefined && !(await accounts.isAbandoned(owner.id, context.now()));
      const { code, text } = TAKEN[request.body.key];
      if (!isOwn && (isTaken || isReserved)) throw new ApiError(409, code, text);
      return { valid: true as const };
    },
  );
}
