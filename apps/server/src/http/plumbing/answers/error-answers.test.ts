import Fastify from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { QueryError } from '../../../storage/database/query-error.ts';
import { answerErrors } from './error-answers.ts';

const app = Fastify();
answerErrors(app, '');
const fails = vi.fn<() => never>();
app.get('/fails', () => fails());
afterEach(() => fails.mockReset());

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
