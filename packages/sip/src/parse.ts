import { echoedHeaders, echoOf } from './echo.ts';
import {
  hasControlCharacter,
  isToken,
  parseCount,
  splitOutside,
  takeUtf8,
  trimBlanks,
  utf8Length,
} from './grammar.ts';
import { canonicalName, listHeaders } from './header-names.ts';
import type { Header, SipMessage, SipRequest } from './message.ts';
import { header, withoutHeader } from './message.ts';
import type { Refusal } from './validate.ts';
import { validate } from './validate.ts';

export type ParseResult =
  | { readonly ok: true; readonly message: SipMessage }
  | (Refusal & {
      readonly ok: false;
      /** The header fields that an answer copies from the request; absent if no valid answer is possible. */
      readonly partial?: SipRequest;
    });

/**
 * The most header values, far above those of any real message; protects against messages that are costly to
 * handle.
 */
const MOST_HEADERS = 300;

type StartLine =
  | { readonly kind: 'request'; readonly method: string; readonly uri: string }
  | { readonly kind: 'response'; readonly status: number; readonly reason: string };

function parseStartLine(line: string): StartLine | Refusal {
  if (hasControlCharacter(line)) return { status: 400, reason: 'Bad start line' };
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

const isContinued = (line: string): boolean => line.startsWith(' ') || line.startsWith('\t');

/**
 * Joins continued lines: a line that begins with white space continues the line before it (RFC 3261 §7.3.1).
 */
function unfold(lines: readonly string[]): string[] {
  const unfolded: string[] = [];
  for (const line of lines) {
    if (isContinued(line) && unfolded.length > 0) unfolded.push(`${unfolded.pop()} ${trimBlanks(line)}`);
    else unfolded.push(line);
  }
  return unfolded;
}

/** Header fields whose quoted strings may hold control characters after a backslash (RFC 3261 §25.1). */
const quotingHeaders: ReadonlySet<string> = new Set(['Contact', 'From', 'To']);

type Fields = { readonly fields: readonly Header[]; readonly refusal: Refusal | undefined };

/** Parses the header lines. Parsing goes on after a fault, to find the fields that the answer copies. */
function parseHeaders(lines: readonly string[]): Fields {
  const fields: Header[] = [];
  let refusal: Refusal | undefined;
  const refuse = (reason: string): void => {
    refusal ??= { status: 400, reason };
  };
  for (const line of lines.some(isContinued) ? unfold(lines) : lines) {
    const colon = line.indexOf(':');
    const name = canonicalName(trimBlanks(line.slice(0, Math.max(0, colon))));
    const value = trimBlanks(line.slice(colon + 1));
    // Some parsers end a line at a CR without LF, so a value that contains one must not be forwarded.
    if (line.includes('\r')) refuse('Bare CR');
    if (!isToken(name)) {
      refuse('Bad header line');
      continue;
    }
    if (hasControlCharacter(value, quotingHeaders.has(name))) refuse(`Bad ${name}`);
    const isList = listHeaders.has(name) && value !== '';
    const values = isList ? splitOutside(value, ',') : [value];
    if (values === undefined) refuse(`Bad ${name}`);
    if (fields.length + (values?.length ?? 1) > MOST_HEADERS) refuse('Too many headers');
    if (refusal === undefined || echoedHeaders.has(name))
      for (const each of values ?? [value]) fields.push({ name, value: each });
  }
  return { fields, refusal };
}

/**
 * The part of `text` that Content-Length covers, or a refusal if `text` is shorter; bytes after that part are
 * dropped (RFC 3261 §18.3).
 */
function takeBody(text: string, fields: readonly Header[]): string | Refusal {
  const value = header({ headers: fields }, 'Content-Length');
  if (value === undefined) return text;
  const length = parseCount(value);
  const available = utf8Length(text);
  if (length === undefined || length > available) return { status: 400, reason: 'Bad Content-Length' };
  return length === available ? text : takeUtf8(text, length);
}

/** Parses the text of one WebSocket frame as one SIP message (RFC 7118 §5); it never throws. */
export function parseMessage(text: string): ParseResult {
  const [blank = ''] = /^[\r\n]*/.exec(text) ?? [];
  const end = /\r?\n\r?\n/.exec(text.slice(blank.length));
  const head = text.slice(blank.length, end === null ? undefined : blank.length + end.index);
  const [firstLine = '', ...lines] = head.split(/\r?\n/);
  const start = parseStartLine(firstLine);
  const { fields, refusal } = parseHeaders(lines);

  const refuse = ({ status, reason }: Refusal): ParseResult => {
    const partial = firstLine.startsWith('SIP/') ? undefined : echoOf(fields, MOST_HEADERS);
    return partial === undefined ? { ok: false, status, reason } : { ok: false, status, reason, partial };
  };
  if (!('kind' in start)) return refuse(start);
  if (end === null) return refuse({ status: 400, reason: 'No end of headers' });
  if (refusal !== undefined) return refuse(refusal);
  const body = takeBody(text.slice(blank.length + end.index + end[0].length), fields);
  if (typeof body !== 'string') return refuse(body);
  const message: SipMessage = { ...start, headers: fields, body };
  const broken = validate(message);
  if (broken !== undefined) return refuse(broken);
  // `serialize` calculates Content-Length from the body.
  return { ok: true, message: withoutHeader(message, 'Content-Length') };
}

/** The message as text to send: lines end with CRLF, and Content-Length counts UTF-8 bytes. */
export function serialize(message: SipMessage): string {
  const start =
    message.kind === 'request'
      ? `${message.method} ${message.uri} SIP/2.0`
      : `SIP/2.0 ${message.status} ${message.reason}`;
  const lines = message.headers.map(({ name, value }) => `${name}: ${value}`);
  return [start, ...lines, `Content-Length: ${utf8Length(message.body)}`, '', message.body].join('\r\n');
}
