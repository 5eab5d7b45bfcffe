import {
  isListedImage,
  isListedName,
  type ListedService,
  listedAddedSchema,
  listedServiceSchema,
  listedServicesSchema,
  listingQuerySchema,
  okAnswerSchema,
  PATHS,
  type ServiceToSave,
  serviceToSaveSchema,
} from '@samtal/api-contract';
import * as z from 'zod/mini';
import { type Actor, isListedChangeableBy } from '../../../domain/accounts/roles.ts';
import { CONSOLE_LIMITS } from '../../../domain/limits/limits.ts';
import type { ServiceFields, ServiceRow } from '../../../storage/console/listings.ts';
import { okAnswer, sessionQuerySchema } from '../../plumbing/answers/answers.ts';
import { invalidValue, notFound } from '../../plumbing/answers/api-error.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import type { AnswerQueue } from '../../plumbing/limits/answer-queue.ts';
import { atMost } from '../../plumbing/limits/request-limits.ts';
import type { TypedInstance } from '../../plumbing/typed-instance.ts';
import type { ConsoleGuard } from './guard.ts';
import {
  auditDetail,
  callableOf,
  findChangeableListed,
  findListed,
  idOfResult,
  readListing,
  requireOwner,
} from './listing.ts';
import { personParamsSchema } from './people.ts';

type Parts = { readonly guard: ConsoleGuard; readonly looking: AnswerQueue };

function fieldsOf({ name: typed, address, image: typedImage, organisation }: ServiceToSave): ServiceFields {
  const name = typed.trim();
  if (!isListedName(name)) throw invalidValue('name');
  const image = typedImage.trim();
  if (!isListedImage(image)) throw invalidValue('image');
  return { name, address: callableOf(address), image, organisationId: organisation };
}

const answerOf = (actor: Actor, row: ServiceRow): ListedService => ({
  id: row.id,
  name: row.name,
  address: row.address,
  image: row.image,
  organisation: row.organisationId,
  isChangeable: isListedChangeableBy(actor, row),
});

/** console/services: the services that users find beside their contacts (decision D112). */
export function addConsoleServices(
  app: TypedInstance,
  context: HttpContext,
  { guard, looking }: Parts,
): void {
  const { repositories, audit } = context;
  const { serviceList } = repositories;
  const most = CONSOLE_LIMITS.services;
  const config = atMost(CONSOLE_LIMITS.requests);
  const path = `${PATHS.consoleServices}/:id` as const;
  const ofOne = { querystring: sessionQuerySchema, params: personParamsSchema };
  const finding = { guard, find: (id: string) => serviceList.find(id) };
  const oneAtATime = <T>(task: () => Promise<T>): Promise<T> => context.turns.inTurn('console', task);

  app.get(
    PATHS.consoleServices,
    {
      config,
      schema: {
        querystring: z.extend(sessionQuerySchema, listingQuerySchema.shape),
        response: { 200: listedServicesSchema },
      },
    },
    async (request, reply) => {
      const { actor } = await guard.require(request, 'readListed');
      const { rows, next } = await readListing(
        {
          guard,
          looking,
          all: (after) => serviceList.all(after),
          textsOf: ({ name, address }) => [name, address],
        },
        { request, reply, actor },
        request.query,
      );
      return { services: rows.map((row) => answerOf(actor, row)), next };
    },
  );

  app.get(path, { config, schema: { ...ofOne, response: { 200: listedServiceSchema } } }, async (request) => {
    const { actor } = await guard.require(request, 'readListed');
    return answerOf(actor, await findListed(finding, request, { actor, id: request.params.id }));
  });

  app.post(
    PATHS.consoleServices,
    {
      config,
      schema: {
        querystring: sessionQuerySchema,
        body: serviceToSaveSchema,
        response: { 200: listedAddedSchema },
      },
    },
    (request) =>
      oneAtATime(async () => {
        const { actor } = await guard.requireConfirmed(request, 'changeListed');
        requireOwner(guard, request, { actor, organisationId: request.body.organisation });
        const service = fieldsOf(request.body);
        const id = idOfResult(await serviceList.add(service, most));
        const detail = auditDetail(service.name, service.organisationId);
        audit({ event: 'service_added', by: actor.username, address: request.ip, detail });
        return { id };
      }),
  );

  app.post(
    path,
    { config, schema: { ...ofOne, body: serviceToSaveSchema, response: { 200: okAnswerSchema } } },
    (request) =>
      oneAtATime(async () => {
        const { actor } = await guard.requireConfirmed(request, 'changeListed');
        const { id } = request.params;
        await findChangeableListed(finding, request, { actor, id });
        requireOwner(guard, request, { actor, organisationId: request.body.organisation });
        const service = fieldsOf(request.body);
        idOfResult(await serviceList.update(id, service, most));
        const detail = auditDetail(service.name, service.organisationId);
        audit({ event: 'service_changed', by: actor.username, address: request.ip, detail });
        return okAnswer;
      }),
  );

  app.delete(path, { config, schema: { ...ofOne, response: { 200: okAnswerSchema } } }, (request) =>
    oneAtATime(async () => {
      const { actor } = await guard.requireConfirmed(request, 'changeListed');
      const { id } = request.params;
      const { name, organisationId } = await findChangeableListed(finding, request, { actor, id });
      if (!(await serviceList.remove(id))) throw notFound();
      const detail = auditDetail(name, organisationId);
      audit({ event: 'service_removed', by: actor.username, address: request.ip, detail });
      return okAnswer;
    }),
  );
}
