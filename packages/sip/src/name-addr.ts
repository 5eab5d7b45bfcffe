import type { Params } from './grammar.ts';
import { isToken, parseParams, splitOutside, unquote } from './grammar.ts';
import { remember } from './remember.ts';
import { isAbsoluteUri, parseUri, schemeOf } from './uri.ts';

/** The value of From, To, Contact, Route and Record-Route (RFC 3261 §20.10). */
export type NameAddr = {
  /** Unquoted; untrusted text. */
  readonly displayName: string | undefined;
  /** A URI of any scheme. */
  readonly uri: string;
  /** Parameters of the header field, not of the URI. */
  readonly params: Params;
};

const noParams: Params = new Map();

const isUri = (text: string): boolean =>
  /^sips?$/.test(schemeOf(text)) ? parseUri(text) !== undefined : isAbsoluteUri(text);

/**
 * Display name, URI in brackets, and parameters, such as `"Åsa" <sip:asa@demo.example>;tag=1`. A quoted name
 * must end before the bracket.
 */
const bracketPattern = /^("(?:[^"\\]|\\.)*"\s*|[^"<>]*)<([^<>]*)>\s*(?:;(.*))?$/s;

/** Splits a name-addr into name, URI and parameters, without checking these parts themselves. */
function split(text: string): { name: string; uri: string; paramText: string | undefined } | undefined {
  if (text.includes('<')) {
    const [, name = '', uri, paramText] = bracketPattern.exec(text) ?? [];
    return uri === undefined ? undefined : { name, uri, paramText };
  }
  // Without brackets, parameters belong to the header field, and the URI must not contain "," or "?" (RFC
  // 3261 §20.10).
  const semicolon = text.indexOf(';');
  const uri = (semicolon < 0 ? text : text.slice(0, semicolon)).trim();
  const paramText = semicolon < 0 ? undefined : text.slice(semicolon + 1);
  return /[,?]/.test(uri) ? undefined : { name: '', uri, paramText };
}

/** Parses a value of From, To, Contact, Route …; undefined if it breaks the grammar. */
export const parseNameAddr = remember((text: string): NameAddr | undefined => {
  const parts = split(text);
  if (parts === undefined) return undefined;
  const { name, uri, paramText } = parts;
  const words = name.trim();
  const isQuoted = words.startsWith('"');
  if (!isUri(uri) || (!isQuoted && words !== '' && !words.split(/\s+/).every(isToken))) return undefined;
  const params = paramText === undefined ? noParams : parseParams(paramText);
  return params && { displayName: words === '' ? undefined : unquote(words), uri, params };
});

/** The tag in a value of From or To; undefined if there is none. */
export function tagOf(value: string | undefined): string | undefined {
  return value === undefined ? undefined : parseNameAddr(value)?.params.get('tag');
}

/**
 * Whether a value of From or To has no tag, or a valid one: a token, not empty and not quoted (RFC 3261
 * §25.1).
 */
export function isTagRight(value: string): boolean {
  const params = splitOutside(split(value)?.paramText ?? '', ';') ?? [];
  return params.every((param) => {
    const [name = '', ...tag] = param.split('=');
    return name.trim().toLowerCase() !== 'tag' || isToken(tag.join('=').trim());
  });
}
