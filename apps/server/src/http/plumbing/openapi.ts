import fastifySwagger from '@fastify/swagger';
import { PATHS } from '@samtal/api-contract';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { completeDescription, type Description } from '../description/complete-description.ts';

/**
 * Describes every route that is added to `app` afterwards, from the schemas that validate the requests and from
 * `http/description`, and serves the description (OpenAPI) with the API. The description does not include itself.
 */
export async function describeApi(app: FastifyInstance, name: string): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: { openapi: '3.1.0', info: { title: name, version: '1' } },
    transform: jsonSchemaTransform,
  });
  let description: object | undefined;
  app.addHook('onReady', async () => {
    description = completeDescription(app.swagger() as unknown as Description, name);
  });
  app.get(PATHS.openApi, { schema: { hide: true } }, () => description);
}
