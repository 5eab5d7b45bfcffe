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
import { sessionQuerySchema } from '../../plumbing/answers/answers.ts';
import { invalidValue } from '../../plumbing/answers/api-error.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import type { AnswerQueue } from '../../plumbing/limits/answer-queue.ts';
import { atMost } from '../../plumbing/limits/request-limits.ts';
import type { TypedInstance } from '../../plumbing/typed-instance.ts';
import type { ConsoleGuard } from './guard.ts';
import { createListedChanges } from './listed-changes.ts';
import { callableOf, findListed, readListing } from './listing.ts';
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
  const { serviceList } = context.repositories;
  const most = CONSOLE_LIMITS.services;
  const config = atMost(CONSOLE_LIMITS.requests);
  const path = `${PATHS.consoleServices}/:id` as const;
  const ofOne = { querystring: sessionQuerySchema, params: personParamsSchema };
  const finding = { guard, find: (id: string) => serviceList.find(id) };
  const changes = createListedChanges(context, {
    guard,
    list: serviceList,
    most,
    fieldsOf,
    events: { added: 'service_added', changed: 'service_changed', removed: 'service_removed' },
  });

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
    (request) => changes.add(request, request.body),
  );

  app.post(
    path,
    { config, schema: { ...ofOne, body: serviceToSaveSchema, response: { 200: okAnswerSchema } } },
    (request) => changes.update(request, request.params.id, request.body),
  );

  app.delete(path, { config, schema: { ...ofOne, response: { 200: okAnswerSchema } } }, (request) =>
    changes.remove(request, request.params.id),
  );
}
