import type { Params } from './grammar.ts';
import { isIpv6Address, parseParams } from './grammar.ts';
import { remember } from './remember.ts';

/** One Via value (RFC 3261 §20.42). */
export type Via = {
  readonly transport: string;
  /** The part `host[:port]`, as written but without white space. */
  readonly sentBy: string;
  readonly params: Params;
};

const viaPattern =
  /^SIP\s*\/\s*2\.0\s*\/\s*([A-Za-z0-9\-.!%*_+`'~]+)\s+([A-Za-z0-9_.-]+|\[[0-9A-Fa-f:.]+\])(?:\s*:\s*(\d{1,5}))?\s*(?:;(.*))?$/is;

/** The text with which every branch of RFC 3261 begins (§8.1.1.7). */
export const MAGIC_COOKIE = 'z9hG4bK';

/**
 * A host name for the Via and Contact of an element that can be reached only over connections that are
 * already open (RFC 7118 appendix B.1, RFC 2606 §2).
 * @param token unguessable text, so that no other element has this name
 */
export const invalidHost = (token: string): string => `${token.replaceAll(/[^A-Za-z0-9]/g, 'x')}.invalid`;

/** Parses a value of Via; undefined if it breaks the grammar. */
export const parseVia = remember((text: string): Via | undefined => {
  const [, transport, host, port, paramText] = viaPattern.exec(text) ?? [];
  if (transport === undefined || host === undefined) return undefined;
  if (host.startsWith('[') && !isIpv6Address(host.slice(1, -1))) return undefined;
  const params = paramText === undefined ? new Map<string, string>() : parseParams(paramText);
  return (
    params && {
      transport: transport.toUpperCase(),
      sentBy: port === undefined ? host : `${host}:${port}`,
      params,
    }
  );
});
