import fastifySwagger from '@fastify/swagger';
import { PATHS } from '@samtal/api-contract';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/**
 * Describes every route that is added to `app` afterwards, out of the schemas that check the requests themselves, and
 * serves the description beside them. The description does not describe itself.
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
