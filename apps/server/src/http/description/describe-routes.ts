import fastifySwagger from '@fastify/swagger';
import Fastify, { type RouteOptions } from 'fastify';
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { completeDescription, type Description } from './complete-description.ts';

/**
 * Describes routes from the schemas that validate their requests and from the texts in this folder (OpenAPI). The
 * plug-in sees routes only while they are added, so they are added once more, to an application that answers nothing.
 */
export async function describeRoutes(routes: readonly RouteOptions[], name: string): Promise<object> {
  const app = Fastify({ exposeHeadRoutes: false });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  await app.register(fastifySwagger, {
    openapi: { openapi: '3.1.0', info: { title: name, version: '1' } },
    transform: jsonSchemaTransform,
  });
  for (const { method, url, schema } of routes)
    if (method !== 'HEAD') app.route({ method, url, handler: () => undefined, ...(schema && { schema }) });
  await app.ready();
  const description = completeDescription(app.swagger() as unknown as Description, name);
  await app.close();
  return description;
}
