import { header, headers, isToken, mediaTypeOf, type SipRequest } from '@samtal/sip';

/** The event package of message waiting, and the type of what it sends (RFC 3842 §3). */
export const MESSAGE_SUMMARY = 'message-summary';
export const SUMMARY_TYPE = 'application/simple-message-summary';

/** Messages of one mailbox. */
export type MailboxCounts = { readonly unread: number; readonly read: number };

/** What a phone reads of a mailbox: the messages are texts (RFC 3842 §3.5, RFC 3458). */
export const summaryOf = (address: string, { unread, read }: MailboxCounts): string =>
  [
    `Messages-Waiting: ${unread > 0 ? 'yes' : 'no'}`,
    `Message-Account: sip:${address}`,
    `Text-Message: ${unread}/${read}`,
    '',
  ].join('\r\n');

/**
 * Event as it stands in each NOTIFY, with the id of the subscriber (RFC 6665 §8.2.1).
 * @returns undefined for another package, and without exactly one Event
 */
export function eventOf(request: SipRequest): string | undefined {
  const values = headers(request, 'Event');
  if (values.length !== 1) return undefined;
  const [name = '', ...params] = (header(request, 'Event') ?? '').split(';').map((part) => part.trim());
  if (name.toLowerCase() !== MESSAGE_SUMMARY) return undefined;
  const id = params.map((param) => /^id\s*=\s*(.+)$/i.exec(param)?.[1]).find((each) => each !== undefined);
  return id !== undefined && isToken(id) ? `${MESSAGE_SUMMARY};id=${id}` : MESSAGE_SUMMARY;
}

/** Whether the subscriber can read what this package sends; without Accept it can (RFC 6665 §3.1.3, RFC 3842 §3.5). */
export function acceptsSummary(request: SipRequest): boolean {
  const values = headers(request, 'Accept');
  if (values.length === 0) return true;
  return values
    .join(',')
    .split(',')
    .map(mediaTypeOf)
    .some((range) => [SUMMARY_TYPE, 'application/*', '*/*'].includes(range));
}
