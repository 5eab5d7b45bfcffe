import { maxForwardsOf, sipUriOf } from './field-values.ts';
import type { Header, SipRequest } from './message.ts';
import { header, headers, tokens } from './message.ts';
import { parseUri } from './uri.ts';
import type { Refusal } from './validate.ts';

/** A refusal with the header fields that the answer must have. */
export type ElementRefusal = Refusal & { readonly headers?: readonly Header[] };

const unsupported = (extensions: readonly string[]): ElementRefusal => ({
  status: 420,
  reason: 'Bad Extension',
  headers: [{ name: 'Unsupported', value: extensions.join(', ') }],
});

/** Checks a request before a proxy forwards it (RFC 3261 §16.3); undefined if it may be forwarded. */
export function checkAsProxy(request: SipRequest): ElementRefusal | undefined {
  if (parseUri(request.uri) === undefined) return { status: 416, reason: 'Unsupported URI Scheme' };
  if (maxForwardsOf(request) === 0) return { status: 483, reason: 'Too Many Hops' };
  const extensions = tokens(request, 'Proxy-Require');
  return extensions.length > 0 ? unsupported(extensions) : undefined;
}

/** Checks a REGISTER before a registrar reads its bindings (RFC 3261 §10.3); undefined if it is in order. */
export function checkAsRegistrar(request: SipRequest): ElementRefusal | undefined {
  const extensions = tokens(request, 'Require');
  if (extensions.length > 0) return unsupported(extensions);
  return sipUriOf(header(request, 'To')) === undefined ? { status: 400, reason: 'Bad To' } : undefined;
}

export type Abilities = {
  readonly methods: readonly string[];
  readonly extensions: readonly string[];
  /** Content types that can be read and sent. */
  readonly contentTypes: readonly string[];
};

/** The media type of a Content-Type value, in lower case, without parameters. */
export const mediaTypeOf = (value: string): string => (value.split(';')[0] ?? '').trim().toLowerCase();

function accepts(acceptValue: string, contentTypes: readonly string[]): boolean {
  const ranges = acceptValue.split(',').map(mediaTypeOf);
  return ranges.some(
    (range) =>
      range === '*/*' || contentTypes.some((type) => type === range || range === `${type.split('/')[0]}/*`),
  );
}

const unknownExtensions = (request: SipRequest, known: readonly string[]): readonly string[] =>
  tokens(request, 'Require').filter((extension) => !known.includes(extension.toLowerCase()));

/**
 * Checks a request before a user agent reads its body (RFC 3261 §8.2.1–8.2.3); undefined if it is in order.
 */
export function checkAsUserAgent(request: SipRequest, abilities: Abilities): ElementRefusal | undefined {
  const { methods, extensions, contentTypes } = abilities;
  if (!methods.includes(request.method)) {
    return {
      status: 405,
      reason: 'Method Not Allowed',
      headers: [{ name: 'Allow', value: methods.join(', ') }],
    };
  }
  const unknown = unknownExtensions(request, extensions);
  if (unknown.length > 0 && request.method !== 'ACK' && request.method !== 'CANCEL')
    return unsupported(unknown);
  const type = header(request, 'Content-Type');
  if (request.body !== '' && (type === undefined || !contentTypes.includes(mediaTypeOf(type)))) {
    return {
      status: 415,
      reason: 'Unsupported Media Type',
      headers: [{ name: 'Accept', value: contentTypes.join(', ') }],
    };
  }
  const accept = headers(request, 'Accept').join(',');
  return request.method === 'INVITE' && accept !== '' && !accepts(accept, contentTypes)
    ? { status: 406, reason: 'Not Acceptable' }
    : undefined;
}

/** The answer to OPTIONS: 200 with all abilities, or 420 (RFC 3261 §8.2.2.3, §11.2). */
export function answerOptions(
  request: SipRequest,
  { methods, extensions, contentTypes }: Abilities,
): ElementRefusal {
  const unknown = unknownExtensions(request, extensions);
  if (unknown.length > 0) return unsupported(unknown);
  return {
    status: 200,
    reason: 'OK',
    // An empty Accept or Supported means that no content type or extension is supported (§20.1, §20.37).
    headers: [
      { name: 'Allow', value: methods.join(', ') },
      { name: 'Accept', value: contentTypes.join(', ') },
      { name: 'Accept-Encoding', value: 'identity' },
      { name: 'Accept-Language', value: 'en' },
      { name: 'Supported', value: extensions.join(', ') },
    ],
  };
}
