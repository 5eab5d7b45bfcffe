import type { OtherStatus } from '@samtal/call-core';
import { targetInReferTo } from './refer-to.ts';

const NAMESPACE = 'urn:ietf:params:xml:ns:conference-info';
/** The content of a NOTIFY with `Event: conference` (RFC 4575 §9). */
export const CONFERENCE_INFO = 'application/conference-info+xml';
/** The longest content that is read, in UTF-16 units. */
const LONGEST = 2048;

const statuses: readonly OtherStatus[] = ['connected', 'pending', 'disconnected'];

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? '');

export type OtherReport = { readonly address: string; readonly status: OtherStatus };

/** How the call with one other user of a call of three is (RFC 4575 §5). `own` and `user` are URIs. */
export const writeConferenceInfo = (own: string, user: string, status: OtherStatus): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<conference-info xmlns="${NAMESPACE}" entity="${escape(own)}" state="partial" version="1">
<users state="partial"><user entity="${escape(user)}" state="partial"><endpoint entity="${escape(user)}" state="partial"><status>${status}</status></endpoint></user></users>
</conference-info>`;

/** What a peer has said about one other user; undefined if it is not exactly that. */
export function readConferenceInfo(body: string): OtherReport | undefined {
  // Entities and the like are of no use here.
  if (body.length > LONGEST || body.includes('<!')) return undefined;
  const read = new DOMParser().parseFromString(body, 'application/xml');
  // Browsers keep what they have read before an error.
  if (read.getElementsByTagName('parsererror').length > 0) return undefined;
  const elements = (name: string): readonly Element[] => [...read.getElementsByTagNameNS(NAMESPACE, name)];
  const [[user, ...users], [status, ...more]] = [elements('user'), elements('status')];
  if (user === undefined || status === undefined || users.length + more.length > 0) return undefined;
  const named = targetInReferTo([`<${user.getAttribute('entity') ?? ''}>`]);
  const said = statuses.find((each) => each === status.textContent);
  if (named === undefined || 'replaces' in named || 'joins' in named || said === undefined) return undefined;
  return { address: named.address, status: said };
}
