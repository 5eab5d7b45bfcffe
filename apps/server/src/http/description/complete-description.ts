import { API_BASE, ERROR_CODES, SECURITY_TOKEN } from '@samtal/api-contract';
import { accountOperations } from './account-operations.ts';
import { consoleOperations } from './console-operations.ts';
import { type OperationText, TAGS } from './operation.ts';
import { peopleOperations } from './people-operations.ts';
import { secondFactorOperations } from './second-factor-operations.ts';

/** What the schemas of the operations do not say, by method and path below the base of the API. */
export const OPERATIONS: Readonly<Record<string, OperationText>> = {
  ...accountOperations,
  ...secondFactorOperations,
  ...peopleOperations,
  ...consoleOperations,
};

const ABOUT = `The API of the web client. It is served below \`${API_BASE}\`.

A session begins with \`POST user/login\`. Its token, \`${SECURITY_TOKEN}\`, is a parameter of every further request, in the query. A few requests of earlier versions, such as \`user/setProperty\`, take it in the body too. It ends twelve hours after its last use. Nothing else gives access: no cookie and no header.

Bodies are JSON, or \`application/x-www-form-urlencoded\`. A failure has a status of 400 or more, and a body with \`errorCode\`; \`failureText\` may say more. 429 and 503 have \`Retry-After\` where a later request may succeed. No answer may be stored by a cache, except pictures.`;

type Media = { schema?: unknown; example?: unknown };
type Content = Record<string, Media>;
type Answer = { description?: string; content?: Content } | { $ref: string };
type Parameter = { name: string; in: string; example?: unknown };
type Operation = {
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses?: Record<string, Answer>;
};
export type Description = {
  openapi: string;
  info: object;
  paths: Record<string, Record<string, Operation>>;
};

/** The name of the schema of every failure. */
const FAILURE = '#/components/schemas/Failure';

const failure = (description: string): Answer => ({
  description,
  content: { 'application/json': { schema: { $ref: FAILURE } } },
});

/** An example only where the values of a parameter are not those of the test of the examples. */
function withExamples(
  operation: Operation,
  { example }: OperationText,
): Pick<Operation, 'parameters' | 'requestBody'> {
  const given: Readonly<Record<string, string>> = { ...example?.query, ...example?.params };
  const parameters = operation.parameters?.map((parameter) =>
    Object.hasOwn(given, parameter.name) ? { ...parameter, example: given[parameter.name] } : parameter,
  );
  const { requestBody } = operation;
  const body =
    requestBody !== undefined && example?.body !== undefined
      ? { ...requestBody, content: mapContent(requestBody.content, { example: example.body }) }
      : requestBody;
  return { ...(parameters && { parameters }), ...(body && { requestBody: body }) };
}

const mapContent = (content: Content, more: Media): Content =>
  Object.fromEntries(Object.entries(content).map(([type, media]) => [type, { ...media, ...more }]));

function answersOf(
  operation: Operation,
  { access, errors = {}, example }: OperationText,
): Record<string, Answer> {
  const { 200: good } = operation.responses ?? {};
  const content = good !== undefined && 'content' in good ? (good.content ?? {}) : {};
  return {
    200: {
      description: 'Done',
      content: example === undefined ? content : mapContent(content, { example: example.answer }),
    },
    ...(access === 'session' && {
      401: failure('1003 or 1004: the token is missing, wrong or expired'),
      403: failure('1006: the account has been disabled'),
    }),
    ...Object.fromEntries(Object.entries(errors).map(([status, text]) => [status, failure(text)])),
    '4XX': failure('The request cannot be carried out, or there are too many of them'),
    '5XX': failure('The server cannot work'),
  };
}

/**
 * Completes the description that is made from the schemas of the routes: names, summaries, errors, examples, and what
 * gives access. Throws for a route that `OPERATIONS` does not describe, and for a text without its route.
 */
export function completeDescription(made: Description, name: string): object {
  const left = new Set(Object.keys(OPERATIONS));
  const paths = Object.entries(made.paths).map(([path, methods]) => {
    const described = Object.entries(methods).map(([method, operation]) => {
      const key = `${method.toUpperCase()} ${path.slice(API_BASE.length)}`;
      const text = OPERATIONS[key];
      if (text === undefined) throw new Error(`http/description says nothing about ${key}`);
      left.delete(key);
      return [
        method,
        {
          operationId: text.id,
          tags: [text.tag],
          summary: text.summary,
          ...(text.description !== undefined && { description: text.description }),
          security: text.access === 'session' ? [{ [SECURITY_TOKEN]: [] }] : [],
          ...withExamples(operation, text),
          responses: answersOf(operation, text),
        },
      ];
    });
    return [path, Object.fromEntries(described)];
  });
  if (left.size > 0) throw new Error(`http/description has texts without a route: ${[...left].join(', ')}`);
  return {
    openapi: made.openapi,
    info: {
      title: `${name} user API`,
      version: '1',
      description: ABOUT,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(TAGS).map(([tag, description]) => ({ name: tag, description })),
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: {
        [SECURITY_TOKEN]: {
          type: 'apiKey',
          in: 'query',
          name: SECURITY_TOKEN,
          description: 'The token of a session',
        },
      },
      schemas: {
        Failure: {
          type: 'object',
          required: ['errorCode'],
          properties: {
            errorCode: {
              type: 'number',
              description: Object.entries(ERROR_CODES)
                .filter(([, code]) => code > 0)
                .map(([word, code]) => `${code} ${word}`)
                .join(', '),
            },
            failureText: { type: 'string' },
          },
        },
      },
    },
  };
}
