import type { Params } from './grammar.ts';
import { isToken, parseParams, unquote } from './grammar.ts';
import { isAbsoluteUri, parseUri, schemeOf } from './uri.ts';

/** The value of From, To, Contact, Route and Record-Route (RFC 3261 §20.10). */
export type NameAddr = {
  /** Unquoted; untrusted text. */
  readonly displayName: string | undefined;
  /** Of any scheme. */
  readonly uri: string;
  /** Of the header field, not of the URI. */
  readonly params: Params;
};

const noParams: Params = new Map();

const isUri = (text: string): boolean =>
  /^sips?$/.test(schemeOf(text)) ? parseUri(text) !== undefined : isAbsoluteUri(text);

/** `"Åsa" <sip:asa@demo.example>;tag=1`: the quoted name must end before the bracket. */
const bracketPattern = /^("(?:[^"\\]|\\.)*"\s*|[^"<>]*)<([^<>]*)>\s*(?:;(.*))?$/s;

function parseBracketed(text: string): NameAddr | undefined {
  const [, name = '', uri = '', paramText] = bracketPattern.exec(text) ?? [];
  const words = name.trim();
  const isQuoted = words.startsWith('"');
  if (!isUri(uri) || (!isQuoted && words !== '' && !words.split(/\s+/).every(isToken))) return undefined;
  const params = paramText === undefined ? noParams : parseParams(paramText);
  return params && { displayName: words === '' ? undefined : unquote(words), uri, params };
}

/** undefined when the value breaks the grammar. */
export function parseNameAddr(text: string): NameAddr | undefined {
  if (text.includes('<')) return parseBracketed(text);
  // Without brackets every parameter belongs to the header field, and , and ? are forbidden (RFC 3261 §20.10).
  const semicolon = text.indexOf(';');
  const uri = (semicolon < 0 ? text : text.slice(0, semicolon)).trim();
  if (!isUri(uri) || /[,?]/.test(uri)) return undefined;
  const params = semicolon < 0 ? noParams : parseParams(text.slice(semicolon + 1));
  return params && { displayName: undefined, uri, params };
}

/** The tag of a From or To value. */
export function tagOf(value: string | undefined): string | undefined {
  return value === undefined ? undefined : parseNameAddr(value)?.params.get('tag');
}
