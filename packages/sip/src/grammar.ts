/** Scanners of RFC 3261 §25 for several header fields. All take linear time on untrusted text. */

const tokenPattern = /^[A-Za-z0-9\-.!%*_+`'~]+$/;

export const isToken = (text: string): boolean => tokenPattern.test(text);

/** A whole number of at most ten digits without a sign; undefined for any other text. */
export function parseCount(text: string): number | undefined {
  return /^\d{1,10}$/.test(text) ? Number(text) : undefined;
}

const isBlank = (code: number): boolean => code === SPACE || code === TAB;

/** Removes spaces and tabs at both ends only; `trim` would remove control characters too. */
export function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

/**
 * Whether `text` has a control character other than a tab; RFC 3261 §25.1 forbids them in every value.
 * @param hasQuotedPairs whether quoted strings may contain them after a backslash (RFC 4475 §3.1.1.2)
 */
export function hasControlCharacter(text: string, hasQuotedPairs = false): boolean {
  if (!controlPattern.test(text)) return false;
  let isQuoted = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) isQuoted = !isQuoted;
    else if (code === BACKSLASH && isQuoted && hasQuotedPairs && !isLineEnd(text.charCodeAt(index + 1)))
      index++;
    else if ((code < SPACE && code !== TAB) || code === DELETE) return true;
  }
  return false;
}

/** The control characters other than a tab. */
const controlPattern = /[\0-\x08\x0a-\x1f\x7f]/;

const TAB = 9;
const SPACE = 0x20;
const QUOTE = 0x22;
const OPENING_BRACKET = 0x3c;
const CLOSING_BRACKET = 0x3e;
const BACKSLASH = 0x5c;
const DELETE = 0x7f;
const isLineEnd = (code: number): boolean => code === 0x0a || code === 0x0d;

/**
 * Whether `text` is an IPv6 address without brackets (RFC 5954 §4.1); `:::` may precede an IPv4 address (RFC
 * 5118 §4.10).
 */
export function isIpv6Address(text: string): boolean {
  if (text.length > 45) return false;
  const [, hex = '', ipv4] = /^(.*[:])(\d+\.\d+\.\d+\.\d+)$/.exec(text) ?? [undefined, text];
  if (ipv4 !== undefined && !ipv4.split('.').every((byte) => /^\d{1,3}$/.test(byte) && Number(byte) < 256))
    return false;
  // An IPv4 address takes the place of the last two groups, which count as 0:0 here.
  const groups = ipv4 === undefined ? hex : `${hex.endsWith(':::') ? hex.slice(0, -1) : hex}0:0`;
  const halves = groups.split('::');
  const parts = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  return (
    halves.length <= 2 &&
    parts.every((part) => /^[0-9a-f]{1,4}$/i.test(part)) &&
    (halves.length === 2 ? parts.length < 8 : parts.length === 8)
  );
}

/** Splits at `separator` outside quotes and angle brackets; undefined if a quote or bracket is not closed. */
export function splitOutside(text: string, separator: ',' | ';' | ' '): string[] | undefined {
  const parts: string[] = [];
  let isQuoted = false;
  let isBracketed = false;
  let start = 0;
  const separatorCode = separator.charCodeAt(0);
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (isQuoted) {
      if (code === BACKSLASH) index++;
      else if (code === QUOTE) isQuoted = false;
    } else if (code === QUOTE && !isBracketed) isQuoted = true;
    else if (code === OPENING_BRACKET) isBracketed = true;
    else if (code === CLOSING_BRACKET) isBracketed = false;
    else if (code === separatorCode && !isBracketed) {
      parts.push(text.slice(start, index).trim());
      start = index + 1;
    }
  }
  parts.push(text.slice(start).trim());
  return isQuoted || isBracketed ? undefined : parts;
}

/** Parameters by lower-case name; the value of a parameter without a value is `''`. */
export type Params = ReadonlyMap<string, string>;

/** `text` as a quoted string (RFC 3261 §25.1). */
export const quote = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;

export function unquote(text: string): string {
  if (!text.startsWith('"') || !text.endsWith('"') || text.length < 2) return text;
  const content = text.slice(1, -1);
  return content.includes('\\') ? content.replaceAll(/\\(.)/gs, '$1') : content;
}

/**
 * Parameters such as `a=1;b` as written, by lower-case name; the value of a parameter without a value is undefined.
 * Undefined if a name is not a token or occurs twice.
 */
export function splitParams(text: string): ReadonlyMap<string, string | undefined> | undefined {
  const params = new Map<string, string | undefined>();
  for (const part of splitOutside(text, ';') ?? ['']) {
    const equals = part.indexOf('=');
    const name = (equals < 0 ? part : part.slice(0, equals)).trim().toLowerCase();
    // If a name occurs twice, parsers disagree on which value counts (RFC 3261 §7.3.1).
    if (!isToken(name) || params.has(name)) return undefined;
    params.set(name, equals < 0 ? undefined : part.slice(equals + 1).trim());
  }
  return params;
}

/** Parses parameters such as `a=1;b`; undefined if a name is wrong or occurs twice, or a value is broken. */
export function parseParams(text: string): Params | undefined {
  const written = splitParams(text);
  if (written === undefined) return undefined;
  const params = new Map<string, string>();
  for (const [name, value] of written) {
    if (value !== undefined && !isParamValue(value)) return undefined;
    params.set(name, unquote(value ?? ''));
  }
  return params;
}

const isParamValue = (value: string): boolean =>
  isToken(value) || /^"(?:[^"\\]|\\.)*"$/s.test(value) || /^[A-Za-z0-9\-.:[\]]+$/.test(value);

/** Length of `text` in UTF-8 bytes, as in Content-Length. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x80) bytes += 1;
    else if (code < 0x800) bytes += 2;
    else if (code >= 0xd800 && code < 0xdc00 && isLowSurrogate(text.charCodeAt(index + 1))) {
      bytes += 4;
      index++;
    } else bytes += 3;
  }
  return bytes;
}

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code < 0xe000;

/** The longest start of `text` that fits into `bytes` UTF-8 bytes without splitting a character. */
export function takeUtf8(text: string, bytes: number): string {
  let taken = 0;
  let index = 0;
  for (const character of text) {
    taken += utf8Length(character);
    if (taken > bytes) break;
    index += character.length;
  }
  return text.slice(0, index);
}
