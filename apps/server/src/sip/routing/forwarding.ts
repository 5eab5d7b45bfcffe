import type { Header, SipRequest, SipResponse } from '@samtal/sip';
import { createResponse, header, isToken, maxForwardsOf, replaceFirst, tagOf } from '@samtal/sip';
import { SIP_LIMITS } from '../../domain/limits/limits.ts';
import { TARGET_FIELD } from './text-gateway.ts';

/**
 * Header fields that this server does not forward, in requests and in responses.
 *
 * - The authenticated From identifies the caller; other identity fields of a client are not trusted (RFC 3325
 *   §5). `y`, `n` and `b` are compact forms (RFC 8224 §4, RFC 4474 §9, RFC 3892 §3).
 * - Only this server challenges, so credentials and challenges are of no use behind it (RFC 3261 §22.3).
 * - The proxy itself writes the route of a dialog, Diversion (RFC 5806 §9), and the device that the text gateway calls.
 * - A caller must not make another user's phone answer automatically (RFC 5373 §4, `Alert-Info`).
 */
const WITHHELD_FIELDS = new Set(
  [
    'P-Asserted-Identity',
    'P-Preferred-Identity',
    'P-Called-Party-ID',
    'P-Served-User',
    'Remote-Party-ID',
    'Identity',
    'y',
    'Identity-Info',
    'n',
    'History-Info',
    'Referred-By',
    'b',
    'Diversion',
    TARGET_FIELD,
    'Authorization',
    'Proxy-Authorization',
    'WWW-Authenticate',
    'Proxy-Authenticate',
    'Authentication-Info',
    'Proxy-Authentication-Info',
    'P-Associated-URI',
    'Answer-Mode',
    'Priv-Answer-Mode',
    'Alert-Info',
    'Route',
    'Record-Route',
  ].map((name) => name.toLowerCase()),
);

/**
 * Fields that a forwarded response takes from the caller's request, not from the callee (RFC 3261 §8.2.6.2).
 */
const ECHOED_FIELDS = new Set(['via', 'from', 'to', 'call-id', 'cseq', 'timestamp']);

/** Phones answer a call with this parameter in Call-Info by themselves, as with `Alert-Info`. */
const ANSWERS_BY_ITSELF = /answer-after/i;

const isPassed = ({ name, value }: Header): boolean =>
  !WITHHELD_FIELDS.has(name.toLowerCase()) &&
  !(name.toLowerCase() === 'call-info' && ANSWERS_BY_ITSELF.test(value));

/** The request to forward: Max-Forwards one lower (RFC 3261 §16.6 step 3), without the withheld fields. */
export function withoutWithheld(request: SipRequest): SipRequest {
  const passed = { ...request, headers: request.headers.filter(isPassed) };
  return replaceFirst(passed, 'Max-Forwards', String(maxForwardsOf(request) - 1));
}

/** The To tag of a response; undefined when it is absent, not a valid token, or too long to be kept. */
export function tagOfAnswer(response: SipResponse): string | undefined {
  const tag = tagOf(header(response, 'To'));
  return tag !== undefined && tag.length <= SIP_LIMITS.tagLength && isToken(tag) ? tag : undefined;
}

/** Whether a callee challenges the caller; only this server may challenge its clients (RFC 3261 §22.3). */
export const isChallenge = ({ status }: SipResponse): boolean => status === 401 || status === 407;

export type AnswerOptions = {
  /** Creates the To tag of a final response that has none. */
  readonly createTag: () => string;
  readonly headers?: readonly Header[];
};

/**
 * Forwards `response` as the response to `request`. Via, From, To, Call-ID and CSeq come from the received
 * request, so that the response matches only the transaction and dialog of that request (RFC 3261 §16.7).
 */
export function createAnswer(
  request: SipRequest,
  response: SipResponse,
  options: AnswerOptions,
): SipResponse {
  const toTag = tagOfAnswer(response) ?? (response.status >= 200 ? options.createTag() : undefined);
  return createResponse(request, response.status, {
    reason: response.reason,
    ...(toTag !== undefined && { toTag }),
    headers: [
      ...(options.headers ?? []),
      ...response.headers.filter((field) => isPassed(field) && !ECHOED_FIELDS.has(field.name.toLowerCase())),
    ],
    body: response.body,
  });
}
