import type { Description } from './complete-description.ts';

type Answer = {
  readonly description: string;
  readonly content?: Readonly<Record<string, { example?: unknown }>>;
};
type Operation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly unknown[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly example?: unknown;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { example?: unknown }>> };
  readonly responses: Readonly<Record<string, Answer>>;
};
type Complete = {
  readonly info: { readonly title: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

const json = (value: unknown): string => ['```json', JSON.stringify(value, undefined, 2), '```'].join('\n');

const exampleIn = (content: Readonly<Record<string, { example?: unknown }>> = {}): unknown =>
  Object.values(content).find((media) => 'example' in media)?.example;

function linesOf(method: string, path: string, operation: Operation): string[] {
  const { summary, description, security, parameters = [], requestBody, responses } = operation;
  const own = parameters.filter(({ name }) => name !== 'securityToken');
  const body = exampleIn(requestBody?.content);
  const answer = exampleIn(responses['200']?.content);
  const failures = Object.entries(responses).filter(
    ([status]) => /^[45]\d\d$/.test(status) && status !== '401' && status !== '403',
  );
  return [
    `### ${summary}`,
    `\`${method.toUpperCase()} ${path}\`${security.length > 0 ? ', with a session' : ', without a session'}`,
    ...(description === undefined ? [] : [description]),
    ...(own.length === 0
      ? []
      : [
          own
            .map(
              ({ name, in: place, required, example }) =>
                `- \`${name}\` (${place}${required === true ? '' : ', optional'})${example === undefined ? '' : `, such as \`${typeof example === 'string' ? example : JSON.stringify(example)}\``}`,
            )
            .join('\n'),
        ]),
    ...(body === undefined ? [] : ['Request:', json(body)]),
    ...(answer === undefined ? [] : ['Answer:', json(answer)]),
    ...(failures.length === 0
      ? []
      : [failures.map(([status, { description: text }]) => `- ${status}: ${text}`).join('\n')]),
  ];
}

/** The description as a page to read. */
export function apiDocument(description: object): string {
  const { info, tags, paths } = description as Complete & Description;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const parts = tags.flatMap(({ name, description: about }) => [
    `## ${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`,
    about,
    ...operations
      .filter(({ operation }) => operation.tags.includes(name))
      .flatMap(({ method, path, operation }) => linesOf(method, path, operation)),
  ]);
  return `${[
    '# User API',
    'This page is made from the description that the server serves at `/userApi/user/api/openapi.json` (OpenAPI 3.1), which also has the schemas. A test compares the two, runs the examples, and fails for a route without a description.',
    info.description,
    'With a session, 401 (1003, 1004) says that it has ended, and 403 (1006) that the account is disabled.',
    ...parts,
  ].join('\n\n')}\n`;
}
