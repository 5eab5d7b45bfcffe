import { cseqOf } from './field-values.ts';
import { parseCount, parseParams } from './grammar.ts';
import { singleHeaders } from './header-names.ts';
import type { SipMessage } from './message.ts';
import { header, headers } from './message.ts';
import { isTagRight, parseNameAddr } from './name-addr.ts';
import { isRequestUri } from './uri.ts';
import { parseVia } from './via.ts';

/**
 * Why a message cannot be handled: the status of the answer (RFC 3261 §21.4), and a reason for the answer and
 * the log.
 */
export type Refusal = { readonly status: number; readonly reason: string };

const bad = (reason: string): Refusal => ({ status: 400, reason });

const datePattern =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Checks of the header fields that every element uses; each rule returns the name of the broken field, if
 * any.
 */
const fieldRules: readonly ((message: SipMessage) => string | undefined)[] = [
  ({ headers: fields }) => {
    const found = new Set<string>();
    for (const { name } of fields) {
      if (!singleHeaders.has(name)) continue;
      if (found.has(name)) return name;
      found.add(name);
    }
    return undefined;
  },
  (message) => ['From', 'To', 'Call-ID', 'CSeq', 'Via'].find((name) => header(message, name) === undefined),
  (message) => (headers(message, 'Via').every((value) => parseVia(value) !== undefined) ? undefined : 'Via'),
  (message) => ['From', 'To'].find((name) => parseNameAddr(header(message, name) ?? '') === undefined),
  // A request with an empty tag would look as if it belonged to a dialog, here or at the callee.
  (message) => {
    const name = ['From', 'To'].find((field) => !isTagRight(header(message, field) ?? ''));
    return name && `${name} tag`;
  },
  (message) => (/^\S+$/.test(header(message, 'Call-ID') ?? '') ? undefined : 'Call-ID'),
  (message) => {
    const cseq = cseqOf(message);
    const isRight = cseq !== undefined && (message.kind === 'response' || cseq.method === message.method);
    return isRight ? undefined : 'CSeq';
  },
  (message) => {
    const value = header(message, 'Max-Forwards');
    return value === undefined || (parseCount(value.replace(/^0+(?=\d)/, '')) ?? 256) < 256
      ? undefined
      : 'Max-Forwards';
  },
  (message) =>
    ['Route', 'Record-Route', 'Path'].find((name) =>
      headers(message, name).some((value) => !parseNameAddr(value)),
    ),
  (message) =>
    headers(message, 'Contact').every((value) => value === '*' || parseNameAddr(value))
      ? undefined
      : 'Contact',
  (message) =>
    datePattern.test(header(message, 'Date') ?? 'Sat, 01 Jan 2000 00:00:00 GMT') ? undefined : 'Date',
  (message) => {
    const type = header(message, 'Content-Type');
    return type === undefined || isMediaType(type) ? undefined : 'Content-Type';
  },
];

function isMediaType(text: string): boolean {
  const [type = '', ...params] = text.split(';');
  return (
    /^[\w!#$&^.+-]+\s*\/\s*[\w!#$&^.+*-]+\s*$/.test(type) &&
    (params.length === 0 || parseParams(params.join(';')) !== undefined)
  );
}

/** Checks a message as every element does first (RFC 3261 §8.2, §16.3 step 1); undefined if it is valid. */
export function validate(message: SipMessage): Refusal | undefined {
  for (const rule of fieldRules) {
    const field = rule(message);
    if (field !== undefined) return bad(`Bad ${field}`);
  }
  if (message.kind === 'request' && !isRequestUri(message.uri)) return bad('Bad Request-URI');
  return undefined;
}
