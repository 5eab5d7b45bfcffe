import type { ErrorAnswer } from '@samtal/api-contract';
import { ERROR_CODES } from '@samtal/api-contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HTTP_LIMITS } from '../../../domain/limits/limits.ts';
import { answersWithPage } from './answers-with-page.ts';
import { ApiError } from './api-error.ts';

/** An issue of a schema (zod); those of a union are by alternative. */
type Issue = {
  readonly path?: readonly PropertyKey[];
  readonly keys?: readonly string[];
  readonly errors?: readonly (readonly Issue[])[];
};

/** The field that a schema refuses. Of a union the alternative counts that fits best. */
function fieldIn({ path = [], keys, errors }: Issue): string {
  const [nearest = []] = (errors ?? []).toSorted((one, other) => one.length - other.length);
  const inner = nearest[0] === undefined ? keys?.[0] : fieldIn(nearest[0]);
  return [...path.map(String), ...(inner ? [inner] : [])].join('.');
}

const fieldOf = ({
  instancePath,
  params,
}: {
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
}): string => {
  const path = instancePath.split('/').filter((part) => part !== '');
  return fieldIn({ ...(params as Issue), path }) || 'body';
};

function answerOf(error: FastifyError | ApiError): { status: number; body: ErrorAnswer } {
  if (error instanceof ApiError) {
    const { statusCode, errorCode, failureText } = error;
    return {
      status: statusCode,
      body: failureText === undefined ? { errorCode } : { errorCode, failureText },
    };
  }
  const [problem] = error.validation ?? [];
  if (problem !== undefined) {
    const field = fieldOf(problem);
    return {
      status: 400,
      body: { errorCode: ERROR_CODES.invalidValue, failureText: `Invalid value: ${field}` },
    };
  }
  const status = error.statusCode ?? 500;
  if (status < 500)
    return { status, body: { errorCode: ERROR_CODES.invalidValue, failureText: 'Invalid request' } };
  // Only 503 (the database is unavailable) makes a retry useful.
  return { status: status === 503 ? 503 : 500, body: { errorCode: ERROR_CODES.internal } };
}

/** A browser that follows a broken link, such as one that was cut or written by hand. */
const isLostBrowser = ({ method, url, headers: { accept = '' } }: FastifyRequest): boolean =>
  answersWithPage({ method, url, accept });

/**
 * Answers every failure as `{errorCode, failureText}`; stacks and messages of faults stay in the log. A
 * browser that follows a link which cannot be read is led to the start page.
 */
export function answerErrors(app: FastifyInstance, basePath: string): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const { status, body } = answerOf(error);
    if (status < 500 && !(error instanceof ApiError) && isLostBrowser(request))
      return reply.redirect(`${basePath}/`);
    if (status === 503 && !reply.hasHeader('Retry-After'))
      reply.header('Retry-After', HTTP_LIMITS.retryAfterSeconds);
    // An `ApiError` is intended, so it is not logged as a fault, whatever its status.
    if (status >= 500 && !(error instanceof ApiError))
      request.log.error({ event: 'request_failed', err: error, route: request.routeOptions.url });
    return reply.code(status).send(body);
  });
}

/**
 * Answers 400 to a URL that cannot be decoded, before any hook or route; Fastify's answer would repeat it.
 * Browsers are led to the start page.
 */
export const answerUnreadable =
  (basePath: string) =>
  (_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    void reply.headers({
      'Content-Security-Policy': "default-src 'none'",
      'X-Content-Type-Options': 'nosniff',
    });
    if (isLostBrowser(request)) void reply.redirect(`${basePath}/`);
    else void reply.code(400).send({ errorCode: ERROR_CODES.invalidValue, failureText: 'Invalid request' });
  };
