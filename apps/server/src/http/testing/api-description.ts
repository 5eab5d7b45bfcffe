import type { FastifyInstance } from 'fastify';
import { BASE } from './test-app.ts';

/** The part of JSON Schema that the description of the user API uses. */
export type Schema = {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
};

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

export type Operation = {
  readonly method: string;
  /** With `{name}` for each parameter. */
  readonly path: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody: { readonly content: Content } | undefined;
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
};

type Description = {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Partial<Operation>>>>>;
};

/** The operations in the server's own OpenAPI description. */
export async function readDescription(app: FastifyInstance): Promise<readonly Operation[]> {
  const { paths } = (await app.inject(`${BASE}openapi.json`)).json<Description>();
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      parameters: operation.parameters ?? [],
      requestBody: operation.requestBody,
      responses: operation.responses ?? {},
    })),
  );
}
