import { ERROR_CODES } from '@samtal/api-contract';
import type { FastifyInstance } from 'fastify';
import { HTTP_LIMITS } from '../../domain/limits/limits.ts';
import { ApiError } from './answers/api-error.ts';

const { formLength, formFields } = HTTP_LIMITS;
const refusal = (statusCode: number): ApiError =>
  new ApiError(statusCode, ERROR_CODES.invalidValue, 'Invalid request');

/** Throws for a form with too many bytes or fields: ten times the fields cost `URLSearchParams` more than ten times the time. */
function checkForm(body: string): void {
  if (body.length > formLength) throw refusal(413);
  let separators = 0;
  for (let at = body.indexOf('&'); at >= 0; at = body.indexOf('&', at + 1))
    if (++separators >= formFields) throw refusal(400);
}

/** Reads bodies of forms; longer ones, and those with more fields, are refused before anything else is done with them. */
export function readForms(app: FastifyInstance, read: (form: URLSearchParams) => unknown): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formLength },
    async (_request: unknown, body: string) => {
      checkForm(body);
      return read(new URLSearchParams(body));
    },
  );
}
