import { loginRequestSchema } from '@samtal/api-contract';
import Fastify from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { QueryError } from '../../../storage/database/query-error.ts';
import { answerErrors } from './error-answers.ts';

const app = Fastify();
answerErrors(app, '');
const fails = vi.fn<() => never>();
app.get('/fails', () => fails());
app.setValidatorCompiler(validatorCompiler);
app.post('/login', { schema: { body: loginRequestSchema } }, () => ({}));
const strict = z.strictObject({ password: z.string(), inner: z.optional(z.object({ code: z.string() })) });
app.post('/confirmation', { schema: { body: strict } }, () => ({}));
afterEach(() => fails.mockReset());

test.each([
  ['/login', { username: 'alice', password: 'x', force: true }, 'willUseSipRegistration'],
  ['/login', { username: '', password: 'x', force: true, willUseSipRegistration: true }, 'username'],
  ['/confirmation', { password: 'x', securityToken: 't' }, 'securityToken'],
  ['/confirmation', { password: 'x', inner: { code: 1 } }, 'inner.code'],
  ['/confirmation', {}, 'password'],
])('D97 the message about a body of %s names the field: %j', async (url, payload, field) => {
  const answer = await app.inject({ method: 'POST', url, payload });
  expect([answer.statusCode, answer.json().failureText]).toEqual([400, `Invalid value: ${field}`]);
});

const ask = async (error: Error) => {
  fails.mockImplementation(() => {
    throw error;
  });
  const { statusCode, headers, body } = await app.inject('/fails');
  return { statusCode, retryAfter: headers['retry-after'], body };
};

test('D26 while the database is away the answer is 503 and says when to try again', async () => {
  const away = Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:5432'), { code: 'ECONNREFUSED' });
  expect(await ask(new QueryError(away))).toEqual({
    statusCode: 503,
    retryAfter: '5',
    body: '{"errorCode":5000}',
  });
});

test('D26 a fault of the server is 500 without its words, and no time to try again', async () => {
  expect(await ask(new TypeError('s3cret'))).toEqual({
    statusCode: 500,
    retryAfter: undefined,
    body: '{"errorCode":5000}',
  });
});
