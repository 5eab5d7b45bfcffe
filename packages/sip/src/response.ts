import type { Header, SipRequest, SipResponse } from './message.ts';
import { header, headers } from './message.ts';
import { tagOf } from './name-addr.ts';

const reasons: Readonly<Record<number, string>> = {
  100: 'Trying',
  180: 'Ringing',
  181: 'Call Is Being Forwarded',
  182: 'Queued',
  183: 'Session Progress',
  200: 'OK',
  202: 'Accepted',
  300: 'Multiple Choices',
  301: 'Moved Permanently',
  302: 'Moved Temporarily',
  305: 'Use Proxy',
  380: 'Alternative Service',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  407: 'Proxy Authentication Required',
  408: 'Request Timeout',
  410: 'Gone',
  413: 'Request Entity Too Large',
  414: 'Request-URI Too Long',
  415: 'Unsupported Media Type',
  416: 'Unsupported URI Scheme',
  420: 'Bad Extension',
  421: 'Extension Required',
  423: 'Interval Too Brief',
  480: 'Temporarily Unavailable',
  481: 'Call/Transaction Does Not Exist',
  482: 'Loop Detected',
  483: 'Too Many Hops',
  484: 'Address Incomplete',
  485: 'Ambiguous',
  486: 'Busy Here',
  487: 'Request Terminated',
  488: 'Not Acceptable Here',
  489: 'Bad Event',
  491: 'Request Pending',
  493: 'Undecipherable',
  500: 'Server Internal Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Server Time-out',
  505: 'Version Not Supported',
  513: 'Message Too Large',
  600: 'Busy Everywhere',
  603: 'Decline',
  604: 'Does Not Exist Anywhere',
  606: 'Not Acceptable',
};

export const reasonPhrase = (status: number): string => reasons[status] ?? 'Unknown';

/** Whether a response is a 2xx. */
export const isSuccess = ({ status }: SipResponse): boolean => status >= 200 && status < 300;

export type ResponseOptions = {
  readonly reason?: string;
  /** The tag that To gets if the request had none there; a 100 gets no tag (RFC 3261 §8.2.6.2). */
  readonly toTag?: string;
  readonly headers?: readonly Header[];
  readonly body?: string;
};

/**
 * Creates an answer with Via, From, To, Call-ID and CSeq of its request; a 100 also has the Timestamp of the
 * request (RFC 3261 §8.2.6).
 */
export function createResponse(
  request: SipRequest,
  status: number,
  options: ResponseOptions = {},
): SipResponse {
  const to = header(request, 'To') ?? '';
  const needsTag = options.toTag !== undefined && status > 100 && tagOf(to) === undefined;
  return {
    kind: 'response',
    status,
    reason: options.reason ?? reasonPhrase(status),
    headers: [
      ...headers(request, 'Via').map((value) => ({ name: 'Via', value })),
      { name: 'From', value: header(request, 'From') ?? '' },
      { name: 'To', value: needsTag ? `${to};tag=${options.toTag}` : to },
      { name: 'Call-ID', value: header(request, 'Call-ID') ?? '' },
      { name: 'CSeq', value: header(request, 'CSeq') ?? '' },
      ...(status === 100 ? headers(request, 'Timestamp') : []).map((value) => ({ name: 'Timestamp', value })),
      ...(options.headers ?? []),
    ],
    body: options.body ?? '',
  };
}
