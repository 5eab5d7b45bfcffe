import {
  PATHS,
  PEOPLE_PER_PAGE,
  type PersonSummary,
  PROPERTY_KEYS,
  peopleAnswerSchema,
  peopleQuerySchema,
  personAnswerSchema,
  personContentsSchema,
} from '@samtal/api-contract';
import * as z from 'zod/mini';
import type { Account } from '../../../domain/accounts/account.ts';
import { propertyOf, propertySetOf } from '../../../domain/accounts/account.ts';
import { isChangeableBy, organisationOf } from '../../../domain/accounts/roles.ts';
import { CONSOLE_LIMITS, HTTP_LIMITS } from '../../../domain/limits/limits.ts';
import { searchTermsOf } from '../../../domain/people/contacts.ts';
import { fullNameOf } from '../../../domain/people/full-name.ts';
import { sessionQuerySchema } from '../../plumbing/answers/answers.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import { atMost } from '../../plumbing/limits/request-limits.ts';
import type { TypedInstance } from '../../plumbing/typed-instance.ts';
import type { ConsoleGuard } from './guard.ts';

/** The path of one person. */
export const personParamsSchema = z.object({ id: z.string().check(z.maxLength(64)) });

const searchSchema = z.extend(sessionQuerySchema, peopleQuerySchema.shape);

/** GET console/people and console/people/{id}: people as far as the role reaches. */
export function addPeopleSearch(app: TypedInstance, context: HttpContext, guard: ConsoleGuard): void {
  const { repositories, registrations } = context;
  const { persons, ownData, deletions } = repositories;
  const config = atMost(CONSOLE_LIMITS.requests);

  const summaryOf = (account: Account): PersonSummary => ({
    id: account.id,
    username: account.username,
    name: fullNameOf(account.properties),
    address: account.addresses[0] ?? '',
    email: propertyOf(account, PROPERTY_KEYS.email),
    organisation: account.organisationId,
    status: account.status,
    role: account.role,
    lastLoginAt: account.lastLoginAt,
    registered:
      registrations && account.addresses.reduce((count, address) => count + registrations.count(address), 0),
  });

  app.get(
    PATHS.consolePeople,
    { config, schema: { querystring: searchSchema, response: { 200: peopleAnswerSchema } } },
    async (request) => {
      const { actor } = await guard.require(request, 'readPeople');
      const { search = '', organisation, status, registered, after } = request.query;
      const limit = organisationOf(actor);
      const wanted = organisation === undefined ? limit : Number(organisation);
      if (limit !== undefined && wanted !== limit)
        return guard.refuse(request, actor, `organisation ${wanted}`);
      const terms = searchTermsOf(search).slice(0, HTTP_LIMITS.searchWords);
      const { people, total } = await persons.search(
        {
          terms,
          organisationId: wanted,
          status,
          addresses: registered === undefined ? undefined : (registrations?.addresses() ?? []),
        },
        { after, limit: PEOPLE_PER_PAGE },
      );
      const next = people.length < PEOPLE_PER_PAGE ? undefined : people.at(-1)?.username;
      return { people: people.map(summaryOf), total, next };
    },
  );

  app.get(
    `${PATHS.consolePeople}/:id`,
    {
      config,
      schema: {
        querystring: sessionQuerySchema,
        params: personParamsSchema,
        response: { 200: personAnswerSchema },
      },
    },
    async (request) => {
      const { actor } = await guard.require(request, 'readPeople');
      const account = await guard.findPerson(request, actor, request.params.id);
      const sessions = await ownData.sessions(account.id);
      const shown = propertySetOf(account).filter(({ key }) => key !== PROPERTY_KEYS.picture);
      return {
        ...summaryOf(account),
        addresses: [...account.addresses],
        properties: shown,
        sessions: sessions.map(({ deviceName, lastUsedAt }) => ({ phone: deviceName, lastUsedAt })),
        deletionAt: (await deletions.find(account.id))?.dueAt,
        secondFactors: [...(await context.secondFactors.factorsOf(account.id))],
        isRoleOfProvider: account.isRoleOfProvider === true,
        isChangeable: isChangeableBy(actor, account),
      };
    },
  );

  app.get(
    `${PATHS.consolePeople}/:id/contents`,
    {
      config,
      schema: {
        querystring: sessionQuerySchema,
        params: personParamsSchema,
        response: { 200: personContentsSchema },
      },
    },
    async (request) => {
      const { actor } = await guard.require(request, 'changePeople');
      const account = await guard.findChangeable(request, actor, request.params.id);
      return persons.contents(account.id);
    },
  );
}
