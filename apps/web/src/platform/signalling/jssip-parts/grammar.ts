import {
  digestFields,
  isToken,
  parseCSeq,
  parseNameAddr,
  parseUri,
  parseVia,
  splitOutside,
} from '@samtal/sip';
import type { NameAddrHeader } from 'jssip/lib/NameAddrHeader';
import type { URI } from 'jssip/lib/URI';

/** The classes of JsSIP, whose files need this one first. */
export type Classes = { readonly URI: typeof URI; readonly NameAddrHeader: typeof NameAddrHeader };

/** One value of a list, and where it is in the text. `possition` is JsSIP's spelling. */
type ListItem = { readonly possition: number; readonly offset: number; readonly parsed: NameAddrHeader };

type Parse = (text: string, classes: Classes) => unknown;

/** Parameters as written, by lower-case name; null for one without a value. */
const paramsOf = (parts: readonly string[]): Record<string, string | null> =>
  Object.fromEntries(
    parts.map((part) => {
      const [name = '', ...value] = part.split('=');
      return [name.trim().toLowerCase(), value.length === 0 ? null : value.join('=').trim()];
    }),
  );

/** The header fields of a URI by name; a name that occurs twice has both values. */
function uriHeadersOf(text: string): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const part of text.split('&')) {
    const [name = '', value = ''] = part.split('=');
    (fields[name] ??= []).push(value);
  }
  return fields;
}

/** Whether JsSIP can write the user part: it decodes it again. */
function isWritable(user: string): boolean {
  try {
    decodeURIComponent(user);
    return true;
  } catch {
    return false;
  }
}

function uriOf(text: string, { URI }: Classes): URI | undefined {
  const uri = parseUri(text);
  if (uri === undefined || !isWritable(uri.user ?? '')) return undefined;
  // In the user part ; and ? are not delimiters.
  const [address = ''] = text.slice(text.indexOf('@') + 1).split('?');
  const params = paramsOf(address.split(';').slice(1));
  const headers = uri.headers === undefined ? undefined : uriHeadersOf(uri.headers);
  return new URI(uri.scheme, uri.user ?? '', uri.host, uri.port, params, headers);
}

function nameAddrOf(value: string, classes: Classes): NameAddrHeader | undefined {
  // A line that begins with white space continues the one before it (RFC 3261 §7.3.1).
  const text = value.replaceAll(/\s*\r\n\s+/g, ' ');
  const nameAddr = parseNameAddr(text);
  const uri = nameAddr && uriOf(nameAddr.uri, classes);
  if (uri === undefined) return undefined;
  const [, ...params] = splitOutside(text, ';') ?? [];
  return new classes.NameAddrHeader(uri, nameAddr?.displayName, paramsOf(params));
}

/** The values of Contact or Record-Route; undefined if one breaks the grammar. */
function listOf(text: string, classes: Classes): readonly ListItem[] | undefined {
  const items: ListItem[] = [];
  let end = 0;
  for (const value of splitOutside(text, ',') ?? ['']) {
    const parsed = nameAddrOf(value, classes);
    if (parsed === undefined) return undefined;
    const start = text.indexOf(value, end);
    end = start + value.length;
    items.push({ possition: start, offset: end, parsed });
  }
  return items;
}

/** A digest challenge as JsSIP answers it; undefined for other schemes. */
function challengeOf(text: string): unknown {
  const fields = digestFields(text);
  return (
    fields && {
      realm: fields.get('realm'),
      nonce: fields.get('nonce'),
      opaque: fields.get('opaque'),
      algorithm: fields.get('algorithm')?.toUpperCase(),
      stale: fields.get('stale')?.toLowerCase() === 'true',
      qop: fields
        .get('qop')
        ?.toLowerCase()
        .split(/\s*,\s*/),
    }
  );
}

function startLineOf(text: string, classes: Classes): unknown {
  const [, status, reason] = /^SIP\/2\.0 ([1-6]\d\d) (.*)$/i.exec(text) ?? [];
  if (status !== undefined) return { status_code: Number(status), reason_phrase: reason };
  const [, method = '', uri = ''] = /^(\S+) (\S+) SIP\/2\.0$/i.exec(text) ?? [];
  return isToken(method) && uriOf(uri, classes) ? { method, uri: uriOf(uri, classes) } : undefined;
}

const textIf =
  (pattern: RegExp): Parse =>
  (text) =>
    pattern.test(text) ? text : undefined;

const count: Parse = (text) => (/^\d{1,10}$/.test(text) ? Number(text) : undefined);

/** By rule of JsSIP's grammar: reads a text that is to follow it; undefined if it does not. */
export const rules: Readonly<Record<string, Parse>> = {
  CSeq: (text) => {
    const cseq = parseCSeq(text);
    return cseq && { value: cseq.number, method: cseq.method };
  },
  Call_ID: textIf(/^\S+$/),
  Contact: listOf,
  Content_Length: count,
  Content_Type: textIf(/^[\w!#$&^.+-]+\s*\/\s*[\w!#$&^.+*-]+\s*(?:;.*)?$/s),
  Event: (text) => {
    const [event = '', ...params] = splitOutside(text, ';') ?? [];
    return isToken(event) ? { event: event.toLowerCase(), params: paramsOf(params) } : undefined;
  },
  From: nameAddrOf,
  Max_Forwards: count,
  Name_Addr_Header: nameAddrOf,
  Proxy_Authenticate: challengeOf,
  Record_Route: listOf,
  Request_Response: startLineOf,
  SIP_URI: uriOf,
  To: nameAddrOf,
  Via: (text) => {
    const via = parseVia(splitOutside(text, ',')?.[0] ?? '');
    return via && { branch: via.params.get('branch') };
  },
  WWW_Authenticate: challengeOf,
  quoted_string: textIf(/^"(?:[^"\\]|\\.)*"$/s),
  uuid: textIf(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i),
};

/**
 * Replaces JsSIP's grammar: the values of messages are read by the same parsers as on the server.
 * @param rule a start rule of JsSIP's grammar, by the name that JsSIP asks for
 * @returns -1, as JsSIP expects it, if the text breaks the rule
 */
export const parse = (text: string, rule: string, classes: Classes): unknown =>
  rules[rule]?.(text, classes) ?? -1;
