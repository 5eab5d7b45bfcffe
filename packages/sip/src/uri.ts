import type { Params } from './grammar.ts';
import { isIpv6Address, parseCount } from './grammar.ts';
import { remember } from './remember.ts';

/** A SIP or SIPS URI (RFC 3261 §19.1). */
export type SipUri = {
  readonly scheme: 'sip' | 'sips';
  /** Unescaped. */
  readonly user: string | undefined;
  /** Unescaped. */
  readonly password: string | undefined;
  /** In lower case; an IPv6 address has brackets. */
  readonly host: string;
  readonly port: number | undefined;
  readonly params: Params;
  /** The text after `?`, still escaped. */
  readonly headers: string | undefined;
};

const userPattern = /^(?:[A-Za-z0-9\-_.!~*'()&=+$,;?/]|%[0-9a-f]{2})+$/i;
const passwordPattern = /^(?:[A-Za-z0-9\-_.!~*'()&=+$,]|%[0-9a-f]{2})*$/i;
const hostNamePattern = /^[a-z0-9](?:[a-z0-9_.-]*[a-z0-9])?\.?$/i;
const paramPattern = /^(?:[A-Za-z0-9\-_.!~*'()[\]/:&+$]|%[0-9a-f]{2})+$/i;
const headersPattern = /^(?:[A-Za-z0-9\-_.!~*'()[\]/?:+$&=]|%[0-9a-f]{2})+$/i;
const absolutePattern = /^[a-z][a-z0-9+.-]*:(?:[A-Za-z0-9\-_.!~*'();/?:@&=+$,[\]]|%[0-9a-f]{2})+$/i;

/** Decodes %-escapes; if the bytes are not UTF-8, `text` is returned unchanged. */
export function unescapeUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether `text` has the form of a URI of any scheme (RFC 2396). */
export function isAbsoluteUri(text: string): boolean {
  return absolutePattern.test(text);
}

export const schemeOf = (uri: string): string => uri.slice(0, Math.max(0, uri.indexOf(':'))).toLowerCase();

function parseUriParams(parts: readonly string[]): Params | undefined {
  const params = new Map<string, string>();
  for (const part of parts) {
    const [name = '', value = '', ...more] = part.split('=');
    if (!paramPattern.test(name) || more.length > 0 || (value !== '' && !paramPattern.test(value)))
      return undefined;
    const plainName = unescapeUri(name).toLowerCase();
    if (params.has(plainName)) return undefined;
    params.set(plainName, unescapeUri(value));
  }
  return params;
}

const isHost = (text: string): boolean =>
  text.startsWith('[') ? text.endsWith(']') && isIpv6Address(text.slice(1, -1)) : hostNamePattern.test(text);

function parseHostPort(text: string): { host: string; port: number | undefined } | undefined {
  const [, host = '', portText] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(text) ?? [];
  const port = portText === undefined ? undefined : parseCount(portText);
  if (!isHost(host) || (portText !== undefined && (port === undefined || port > 65535))) return undefined;
  return { host: host.toLowerCase(), port };
}

/**
 * Parses a SIP or SIPS URI; undefined if `text` is not one. White space or brackets around it are not
 * allowed.
 */
export const parseUri = remember((text: string): SipUri | undefined => {
  const scheme = schemeOf(text);
  if (scheme !== 'sip' && scheme !== 'sips') return undefined;
  const rest = text.slice(scheme.length + 1);
  // The only unescaped @ ends the user part, which may contain ; and ? (RFC 3261 §25).
  const at = rest.indexOf('@');
  const [user, ...passwords] = at < 0 ? [] : rest.slice(0, at).split(':');
  if (user !== undefined && (!userPattern.test(user) || !passwordPattern.test(passwords.join(':'))))
    return undefined;
  const [beforeHeaders = '', ...headerParts] = rest.slice(at + 1).split('?');
  const headers = headerParts.length === 0 ? undefined : headerParts.join('?');
  if (headers !== undefined && !headersPattern.test(headers)) return undefined;
  const [hostPort = '', ...paramParts] = beforeHeaders.split(';');
  const place = parseHostPort(hostPort);
  const params = parseUriParams(paramParts);
  if (place === undefined || params === undefined) return undefined;
  const password = passwords.length === 0 ? undefined : unescapeUri(passwords.join(':'));
  return {
    scheme,
    user: user === undefined ? undefined : unescapeUri(user),
    password,
    ...place,
    params,
    headers,
  };
});

/**
 * Whether `uri` may be a Request-URI: a SIP URI without headers, or a URI of another scheme (RFC 3261
 * §19.1.1, table 1).
 */
export function isRequestUri(uri: string): boolean {
  if (!/^sips?$/.test(schemeOf(uri))) return isAbsoluteUri(uri);
  const parsed = parseUri(uri);
  return parsed !== undefined && parsed.headers === undefined;
}

/**
 * `uri` as a Request-URI: without the parameter `method` and without headers (RFC 3261 §16.6 step 2, §19.1.1
 * table 1).
 */
export function toRequestUri(uri: string): string {
  const parsed = parseUri(uri);
  if (parsed === undefined || (parsed.headers === undefined && !parsed.params.has('method'))) return uri;
  // In the user part ; and ? are not delimiters.
  const at = uri.indexOf('@') + 1;
  const [address = ''] = uri.slice(at).split('?');
  const [host = '', ...params] = address.split(';');
  const kept = params.filter((param) => unescapeUri(param.split('=')[0] ?? '').toLowerCase() !== 'method');
  return [uri.slice(0, at) + host, ...kept].join(';');
}

/**
 * The address of record of a URI, the registrar's key: `user@host` in lower case, without port and parameters
 * (RFC 3261 §10.3).
 */
export function addressOfRecord(uri: SipUri): string {
  return (uri.user === undefined ? uri.host : `${uri.user}@${uri.host}`).toLowerCase();
}
