import fastifySwagger from '@fastify/swagger';
import { PATHS } from '@samtal/api-contract';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/**
 * Describes every route that is added to `app` afterwards, from the schemas that validate the requests, and
 * serves the description (OpenAPI) with the API. The description does not include itself.
 */
export async function describeApi(app: FastifyInstance, name: string): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${name} user API`, version: '1' },
    },
    transform: jsonSchemaTransform,
  });
  app.get(PATHS.openApi, { schema: { hide: true } }, () => app.swagger());
}
