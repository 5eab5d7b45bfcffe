import { isToken, parseCount, splitOutside, takeUtf8, utf8Length } from './grammar.ts';
import { canonicalName, listHeaders } from './header-names.ts';
import type { Header, SipMessage, SipRequest } from './message.ts';
import { header, withoutHeader } from './message.ts';
import type { Refusal } from './validate.ts';
import { validate } from './validate.ts';

export type ParseResult =
  | { readonly ok: true; readonly message: SipMessage }
  | (Refusal & {
      readonly ok: false;
      /** The request as far as it could be read, when it can be answered: it has Via, From, To, Call-ID and CSeq. */
      readonly partial?: SipRequest;
    });

/** More header lines than any honest message has; a guard against cheap work for us. */
const MOST_HEADERS = 300;

const fail = (status: number, reason: string): ParseResult => ({ ok: false, status, reason });

type StartLine =
  | { readonly kind: 'request'; readonly method: string; readonly uri: string }
  | { readonly kind: 'response'; readonly status: number; readonly reason: string };

function parseStartLine(line: string): StartLine | Refusal {
  const response = /^SIP\/2\.0 (\d{3}) (.*)$/s.exec(line) ?? /^SIP\/2\.0 (\d{3})()$/.exec(line);
  if (response !== null) {
    const status = Number(response[1]);
    return status >= 100 && status < 700
      ? { kind: 'response', status, reason: response[2] ?? '' }
      : { status: 400, reason: 'Bad status' };
  }
  if (line.startsWith('SIP/')) return { status: 400, reason: 'Bad status line' };
  // Exactly one space between the parts and none at either end (RFC 3261 §7.1).
  const [method = '', uri = '', version = '', ...more] = line.split(' ');
  if (more.length > 0 || !isToken(method) || uri === '') return { status: 400, reason: 'Bad request line' };
  if (/^SIP\/\d+\.\d+$/i.test(version) && version.toUpperCase() !== 'SIP/2.0')
    return { status: 505, reason: 'Version Not Supported' };
  return version.toUpperCase() === 'SIP/2.0'
    ? { kind: 'request', method, uri }
    : { status: 400, reason: 'Bad request line' };
}

/** A line that begins with white space continues the one before (RFC 3261 §7.3.1). */
function unfold(lines: readonly string[]): string[] {
  const unfolded: string[] = [];
  for (const line of lines) {
    if (/^[ \t]/.test(line) && unfolded.length > 0) unfolded.push(`${unfolded.pop()} ${line.trim()}`);
    else unfolded.push(line);
  }
  return unfolded;
}

function parseHeaders(lines: readonly string[]): Header[] | Refusal {
  const fields: Header[] = [];
  for (const line of unfold(lines)) {
    const colon = line.indexOf(':');
    const name = canonicalName(line.slice(0, Math.max(0, colon)).trim());
    if (!isToken(name)) return { status: 400, reason: 'Bad header line' };
    const value = line.slice(colon + 1).trim();
    const values = listHeaders.has(name) && value !== '' ? splitOutside(value, ',') : [value];
    if (values === undefined) return { status: 400, reason: `Bad ${name}` };
    for (const each of values) fields.push({ name, value: each });
    if (fields.length > MOST_HEADERS) return { status: 400, reason: 'Too many headers' };
  }
  return fields;
}

/** What the Content-Length allows of `text`; bytes beyond it belong to nobody and are dropped (RFC 3261 §18.3). */
function takeBody(text: string, fields: readonly Header[]): string | Refusal {
  const value = header({ headers: fields }, 'Content-Length');
  if (value === undefined) return text;
  const length = parseCount(value);
  const available = utf8Length(text);
  if (length === undefined || length > available) return { status: 400, reason: 'Bad Content-Length' };
  return length === available ? text : takeUtf8(text, length);
}

const isAnswerable = (request: SipRequest): boolean =>
  request.method !== 'ACK' &&
  ['Via', 'From', 'To', 'Call-ID', 'CSeq'].every((name) => header(request, name) !== undefined);

/** Reads the bytes of one WebSocket frame as one SIP message (RFC 7118 §5); never throws. */
export function parseMessage(text: string): ParseResult {
  const [blank = ''] = /^[\r\n]*/.exec(text) ?? [];
  const end = /\r?\n\r?\n/.exec(text.slice(blank.length));
  if (end === null) return fail(400, 'No end of headers');
  const [firstLine = '', ...lines] = text.slice(blank.length, blank.length + end.index).split(/\r?\n/);
  // A CR without LF ends a line for some parsers and not for others: nothing of it may be forwarded.
  if ([firstLine, ...lines].some((line) => line.includes('\r'))) return fail(400, 'Bare CR');
  const start = parseStartLine(firstLine);
  const fields = parseHeaders(lines);
  if (!Array.isArray(fields)) return fail(fields.status, fields.reason);
  const body = takeBody(text.slice(blank.length + end.index + end[0].length), fields);

  const refuse = ({ status, reason }: Refusal): ParseResult => {
    // The method of a broken request line is its first word; enough to answer with the right CSeq.
    const partial: SipRequest = {
      kind: 'request',
      method: firstLine.split(' ')[0] ?? '',
      uri: '',
      headers: fields,
      body: '',
    };
    return !firstLine.startsWith('SIP/') && isAnswerable(partial)
      ? { ok: false, status, reason, partial }
      : fail(status, reason);
  };
  if (!('kind' in start)) return refuse(start);
  if (typeof body !== 'string') return refuse(body);
  const message: SipMessage = { ...start, headers: fields, body };
  const refusal = validate(message);
  if (refusal !== undefined) return refuse(refusal);
  // From here on the body itself says how long it is.
  return { ok: true, message: withoutHeader(message, 'Content-Length') };
}

/** The bytes to send: CRLF lines and a Content-Length that is right in UTF-8. */
export function serialize(message: SipMessage): string {
  const start =
    message.kind === 'request'
      ? `${message.method} ${message.uri} SIP/2.0`
      : `SIP/2.0 ${message.status} ${message.reason}`;
  const lines = message.headers.map(({ name, value }) => `${name}: ${value}`);
  return [start, ...lines, `Content-Length: ${utf8Length(message.body)}`, '', message.body].join('\r\n');
}
