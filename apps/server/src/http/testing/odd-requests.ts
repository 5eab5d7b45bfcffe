import type { Arbitrary } from 'fast-check';
import {
  anything,
  array,
  constant,
  constantFrom,
  double,
  integer,
  oneof,
  option,
  record,
  string,
  tuple,
} from 'fast-check';
import type { Operation, Schema } from './api-description.ts';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'] as const;

export type OddRequest = {
  readonly method: (typeof METHODS)[number];
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: string | undefined;
};

/** Values that have broken programs before. */
const nasty = constantFrom(
  '',
  ' ',
  '\u0000',
  '\uFEFF',
  '\uD83D',
  '👩‍👩‍👧',
  'ÅÄÖ سلام ไทย',
  "' OR 1=1 --",
  '"; DROP TABLE account; --',
  '%',
  '%00',
  '../../../etc/passwd',
  '<img src=x onerror=alert(1)>',
  'a\r\nX-Injected: 1',
  '{{7*7}}',
  '__proto__',
  'constructor',
  'toString',
  '-1',
  '1e999',
  '9007199254740993',
  'null',
  'true',
  'alice',
  'alice@demo.example',
  'demo1234',
  'x'.repeat(300),
  'x'.repeat(20_000),
  'WEB_FONT',
  'PASSWORD',
  'EMAIL',
);

const oddText = oneof(
  { weight: 3, arbitrary: nasty },
  { weight: 1, arbitrary: string({ unit: 'binary', maxLength: 40 }) },
);

const oddValue: Arbitrary<unknown> = oneof(
  { weight: 3, arbitrary: oddText },
  { weight: 1, arbitrary: integer() },
  { weight: 1, arbitrary: double() },
  {
    weight: 1,
    arbitrary: constantFrom<unknown>(null, true, false, [], {}, [[[[]]]], { key: { value: {} } }),
  },
  { weight: 1, arbitrary: anything({ maxDepth: 2 }) },
);

/** Values that the schema allows. */
function fitting(schema: Schema): Arbitrary<unknown> {
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first !== undefined) return oneof(...[...(schema.anyOf ?? schema.oneOf ?? [])].map(fitting));
  if (schema.const !== undefined) return constant(schema.const);
  if (schema.enum !== undefined) return constantFrom(...schema.enum);
  const types = Array.isArray(schema.type) ? (schema.type as readonly string[]) : [schema.type];
  switch (types[0]) {
    case 'object':
      return record(
        Object.fromEntries(Object.entries(schema.properties ?? {}).map(([k, v]) => [k, fitting(v)])),
      );
    case 'array':
      return array(fitting(schema.items ?? {}), { maxLength: 3 });
    case 'integer':
    case 'number':
      return integer({ min: schema.minimum ?? -1000, max: Math.min(schema.maximum ?? 1000, 1_000_000) });
    case 'boolean':
      return constantFrom(true, false);
    case 'null':
      return constant(null);
    default:
      return oddText;
  }
}

/** Plausible values by field name: only nearly valid requests pass the first check. */
const plausible: Readonly<Record<string, readonly string[]>> = {
  username: ['alice', 'bobby', 'nobody', 'bo.ek-1', 'bo.ek-2', 'bo.ek-3', 'anonymous'],
  password: ['demo1234', 'fresh123', ''],
  email: ['alice@demo.example', 'x@mail.example'],
  email1: ['a@mail.example', 'b@mail.example', 'c@mail.example', 'd@mail.example'],
  fname: ['Bo', 'Åsa', ''],
  sname: ['Ek', 'Öberg', ''],
  address: ['Storgatan 1', ''],
  postcode: ['123 45', ''],
  city: ['Åby', ''],
  sipaddress: ['bo@demo.example', 'bo', 'alice@demo.example'],
  phonenumber: ['070-123 4567', ''],
  mobilephone: ['0701234567', ''],
  textphonenumber: [''],
  isdnnumber: [''],
  mobile3Gnumber: [''],
  faxnumber: [''],
  orgID: ['1', '2', ''],
  orgid: ['1', '2'],
  lang: ['en', 'sv-SE'],
  captcha: [''],
  key: ['CITY', 'FORENAME', 'EMAIL', 'PASSWORD', 'WEB_FONT', 'AM_MESSAGE'],
  value: ['Åby', 'fresh123', 'y@mail.example', '0701234567'],
  searchString: ['%', 'a'],
};

const likely = (name: string, schema: Schema): Arbitrary<unknown> => {
  const known = Object.hasOwn(plausible, name) ? plausible[name] : undefined;
  return known === undefined || schema.enum !== undefined ? fitting(schema) : constantFrom(...known);
};

type Fields = Readonly<Record<string, Schema>>;

/** All fields as a client would fill them in, with up to two of them left out or replaced. */
function nearlyRight(fields: Fields): Arbitrary<Readonly<Record<string, unknown>>> {
  const names = Object.keys(fields);
  if (names.length === 0) return constant({});
  const likelyFields = Object.fromEntries(names.map((name) => [name, likely(name, fields[name] ?? {})]));
  const change = tuple(constantFrom(...names), option(oddValue, { freq: 3, nil: undefined }));
  return tuple(record(likelyFields), array(change, { maxLength: 2 })).map(([whole, changes]) => {
    const changed = Object.entries({ ...whole, ...Object.fromEntries(changes) });
    return Object.fromEntries(changed.filter(([, value]) => value !== undefined));
  });
}

/** A body that nearly matches the schema. */
function nearly(schema: Schema): Arbitrary<unknown> {
  const shapes = schema.anyOf ?? schema.oneOf;
  if (shapes !== undefined) return oneof(...shapes.map(nearly));
  return schema.properties === undefined ? oneof(fitting(schema), oddValue) : nearlyRight(schema.properties);
}

const brokenJson = constantFrom(
  '{',
  '[',
  '"',
  '{"a":1,}',
  '{"username":"a","username":"b","password":"x","force":true,"willUseSipRegistration":true}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"x":1}}}',
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  `{"a":"${'x'.repeat(100_000)}"}`,
  '\u0000',
  'NaN',
  'undefined',
);

const contentTypes = constantFrom(
  'application/json',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'text/plain',
  'text/xml',
  'multipart/form-data; boundary=x',
  'nonsense',
  '',
);

function stringify(value: unknown): string {
  try {
    return (
      JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part)) ?? ''
    );
  } catch {
    return '{';
  }
}

const isWellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
const encode = (text: string): string => encodeURIComponent(isWellFormed(text));

/** Query values, mostly with correct encoding. */
const oddQueryValue = oneof(
  { weight: 6, arbitrary: oddText.map(encode) },
  { weight: 1, arbitrary: constantFrom('%', '%zz', '%ff', '+', 'a=b=c', '[]=1') },
);

const asText = (value: unknown): string => encode(typeof value === 'string' ? value : stringify(value));

const fieldsIn = ({ parameters }: Operation, place: string): Fields =>
  Object.fromEntries(
    parameters.filter((each) => each.in === place).map(({ name, schema }) => [name, schema]),
  );

function queryOf(operation: Operation, token: string): Arbitrary<string> {
  const { securityToken, ...fields } = fieldsIn(operation, 'query');
  const pairs = nearlyRight(fields).map((values) =>
    Object.entries(values).map(([name, value]) => `${name}=${asText(value)}`),
  );
  const proof = oneof({ weight: 9, arbitrary: constant(token) }, { weight: 1, arbitrary: oddQueryValue }).map(
    (value) => [`securityToken=${value}`],
  );
  const added = oneof(
    { weight: 8, arbitrary: constant<string[]>([]) },
    { weight: 1, arbitrary: oddQueryValue.map((text) => [text]) },
    { weight: 1, arbitrary: proof.map(([text = '']) => [text, '__proto__=x', 'constructor[prototype]=y']) },
  );
  return tuple(securityToken === undefined ? constant([]) : proof, pairs, added).map((parts) =>
    parts.flat().join('&'),
  );
}

function pathOf(operation: Operation): Arbitrary<string> {
  return nearlyRight(fieldsIn(operation, 'path')).map((values) =>
    Object.entries(values).reduce(
      (url, [name, value]) => url.replace(`{${name}}`, () => asText(value)),
      operation.path,
    ),
  );
}

function payloadOf({ requestBody }: Operation): Arbitrary<string | undefined> {
  const [content] = Object.values(requestBody?.content ?? {});
  const near = content === undefined ? oddValue : nearly(content.schema);
  return oneof(
    { weight: 12, arbitrary: near.map(stringify) },
    { weight: 2, arbitrary: brokenJson },
    { weight: 1, arbitrary: constant(undefined) },
    { weight: 1, arbitrary: oddText },
  );
}

/** Requests around the described input: mostly nearly valid, because those reach the most code. */
export function oddRequestsFor(operation: Operation, token: string): Arbitrary<OddRequest> {
  return record({
    method: oneof(
      { weight: 9, arbitrary: constant(METHODS.find((method) => method === operation.method) ?? 'GET') },
      { weight: 1, arbitrary: constantFrom(...METHODS) },
    ),
    path: pathOf(operation),
    query: queryOf(operation, token),
    contentType: oneof(
      {
        weight: 6,
        arbitrary: constant(Object.keys(operation.requestBody?.content ?? {})[0] ?? 'application/json'),
      },
      { weight: 1, arbitrary: contentTypes },
    ),
    payload: payloadOf(operation),
  }).map(({ method, path, query, contentType, payload }) => {
    const hasBody = method !== 'GET' && method !== 'HEAD' && payload !== undefined;
    return {
      method,
      url: `${path}?${query}`,
      headers: hasBody && contentType !== '' ? { 'content-type': contentType } : {},
      payload: hasBody ? payload : undefined,
    };
  });
}
