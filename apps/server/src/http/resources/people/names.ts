import {
  completeSipAddress,
  ERROR_CODES,
  featuresFor,
  type NamedAddress,
  namesAnswerSchema,
  namesQuestionSchema,
  PATHS,
} from '@samtal/api-contract';
import type { Account } from '../../../domain/accounts/account.ts';
import { createKeyedRateLimit } from '../../../domain/limits/keyed-rate-limit.ts';
import { NAME_LIMITS } from '../../../domain/limits/limits.ts';
import { sessionQuerySchema } from '../../plumbing/answers.ts';
import { ApiError } from '../../plumbing/api-error.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import { requireSession } from '../../plumbing/session-guard.ts';
import type { TypedInstance } from '../../plumbing/typed-instance.ts';

/**
 * Adds POST contacts/names: the names that the organisation of the user has for addresses (decision D61).
 * Callers without an account, users of organisations without the feature, and addresses of other
 * organisations get no name; the answer does not tell whether an address exists.
 */
export function addNames(app: TypedInstance, context: HttpContext): void {
  const { brand, elapsedMs, repositories, sipDomain } = context;
  const mayAsk = createKeyedRateLimit(NAME_LIMITS, elapsedMs);

  async function maySeeNames({ kind, organisationId }: Account): Promise<boolean> {
    if (kind !== 'person') return false;
    const own = await repositories.organisations.list(organisationId);
    return featuresFor(brand, organisationId, own).colleagueNames;
  }

  async function namesOf(
    { organisationId }: Account,
    asked: readonly string[],
  ): Promise<readonly NamedAddress[]> {
    const addresses = [...new Set(asked.map((address) => completeSipAddress(address, sipDomain)))];
    const colleagues = await repositories.names.ofColleagues(organisationId, addresses);
    const named = new Map(colleagues.map((colleague) => [colleague.address, colleague]));
    // A directory entry may have only the number of an address in the own domain.
    const numbers = new Map(addresses.map((address) => [address, address]));
    for (const address of addresses)
      if (address.endsWith(`@${sipDomain}`)) numbers.set(address.slice(0, -sipDomain.length - 1), address);
    for (const { address: phone, name } of await repositories.names.ofDirectory(organisationId, [
      ...numbers.keys(),
    ])) {
      const address = numbers.get(phone);
      if (address !== undefined && !named.has(address)) named.set(address, { address, name });
    }
    return [...named.values()];
  }

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
      if (!mayAsk(account.id)) throw new ApiError(429, ERROR_CODES.invalidValue, 'Too many tries');
      if (!(await maySeeNames(account))) return { names: [] };
      return { names: [...(await namesOf(account, request.body.addresses))] };
    },
  );
}
