import { hasControlCharacter } from './grammar.ts';
import type { Header, SipRequest } from './message.ts';
import { header, headers } from './message.ts';
import { isTagRight, parseNameAddr } from './name-addr.ts';
import { parseVia } from './via.ts';

/** Header fields that an answer copies from its request (RFC 3261 §8.2.6.2). */
export const echoedHeaders: ReadonlySet<string> = new Set(['Via', 'From', 'To', 'Call-ID', 'CSeq']);

/**
 * The start of a Via value, up to the port, in any SIP version: a request of another version is answered 505.
 */
const viaStart =
  /^SIP\s*\/\s*\d+\.\d+\s*\/\s*[A-Za-z0-9\-.!%*_+`'~]+\s+(?:[A-Za-z0-9_.-]+|\[[0-9A-Fa-f:.]+\])(?:\s*:\s*\d{1,5})?(?=\s*(?:;|$))/i;
const branchParam = /;\s*(branch\s*=\s*[A-Za-z0-9\-.!%*_+`'~]+)/i;
const tagParam = /;\s*(tag\s*=\s*[A-Za-z0-9\-.!%*_+`'~]+)/i;

/**
 * A Via value or, if it is broken, only the parts that identify the client and its transaction. Undefined if
 * those cannot be read.
 */
function readableVia(value: string): string | undefined {
  if (parseVia(value) !== undefined && !hasControlCharacter(value)) return value;
  const [place] = viaStart.exec(value) ?? [];
  const [, branch] = branchParam.exec(value) ?? [];
  const rebuilt = branch === undefined ? place : `${place};${branch}`;
  return place !== undefined && !hasControlCharacter(rebuilt ?? '') ? rebuilt : undefined;
}

/** A value of From or To or, if it is broken, only its URI and tag. Undefined if the URI cannot be read. */
function readableAddress(value: string): string | undefined {
  const parsed = parseNameAddr(value);
  if (parsed !== undefined && isTagRight(value) && !hasControlCharacter(value, true)) return value;
  const uri = parsed?.uri ?? /<\s*([^<>\s]+)\s*>/.exec(value)?.[1] ?? '';
  const [, tag] = tagParam.exec(value.slice(value.lastIndexOf('>') + 1)) ?? [];
  const rebuilt = tag === undefined ? `<${uri}>` : `<${uri}>;${tag}`;
  return parseNameAddr(rebuilt) === undefined || hasControlCharacter(rebuilt) ? undefined : rebuilt;
}

/**
 * A request with only the header fields that the answer to a broken request copies, repaired. Undefined if no
 * valid answer is possible, and for ACK, which has no answer.
 * @param most the most values of Via
 */
export function echoOf(fields: readonly Header[], most: number): SipRequest | undefined {
  const first = (name: string): string => header({ headers: fields }, name) ?? '';
  const written = headers({ headers: fields }, 'Via').filter((value) => value !== '');
  const vias = written.map(readableVia);
  const from = readableAddress(first('From'));
  const to = readableAddress(first('To'));
  const [, callId] = /^([^\s\p{Cc}]+)$/u.exec(first('Call-ID')) ?? [];
  const [, number, method] = /^(\d{1,20})[ \t]+([A-Za-z0-9\-.!%*_+`'~]+)$/.exec(first('CSeq')) ?? [];
  // Only the topmost Via must be readable: it is the client's, and the client does not read those below it.
  if (vias[0] === undefined || vias.length > most || from === undefined || to === undefined) return undefined;
  if (callId === undefined || method === undefined || method === 'ACK') return undefined;
  const values: [name: string, value: string][] = [
    ...vias.flatMap((via): [string, string][] => (via === undefined ? [] : [['Via', via]])),
    ['From', from],
    ['To', to],
    ['Call-ID', callId],
    ['CSeq', `${number} ${method}`],
  ];
  return {
    kind: 'request',
    method,
    uri: '',
    headers: values.map(([name, value]) => ({ name, value })),
    body: '',
  };
}
