import type { SipUri } from './uri.ts';
import { unescapeUri } from './uri.ts';

/** Parameters that make two URIs different even if only one of them has the parameter (RFC 3261 §19.1.4). */
const significantParams = ['user', 'ttl', 'method', 'maddr', 'transport'] as const;

function haveEqualParams({ params: one }: SipUri, { params: two }: SipUri): boolean {
  const isEqual = (name: string): boolean => one.get(name)?.toLowerCase() === two.get(name)?.toLowerCase();
  return significantParams.every(isEqual) && [...one.keys()].every((name) => !two.has(name) || isEqual(name));
}

/** The header fields of a URI as comparable text: sorted, because their order does not matter. */
function sortedHeaders({ headers = '' }: SipUri): string {
  return headers
    .split('&')
    .map((field) => {
      const [name = '', ...value] = field.split('=');
      return `${unescapeUri(name).toLowerCase()}=${unescapeUri(value.join('='))}`;
    })
    .toSorted()
    .join('&');
}

/** Whether two URIs are equal (RFC 3261 §19.1.4); a registrar uses this to recognise a renewed binding. */
export function isEqualUri(one: SipUri, two: SipUri): boolean {
  return (
    one.scheme === two.scheme &&
    one.user === two.user &&
    one.password === two.password &&
    one.host === two.host &&
    one.port === two.port &&
    haveEqualParams(one, two) &&
    sortedHeaders(one) === sortedHeaders(two)
  );
}
