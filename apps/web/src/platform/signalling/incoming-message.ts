import type { IncomingMessageEvent } from 'jssip/lib/UA';
import type { DialogIds } from './rtc-session.ts';
import type { SipCall } from './sip-call.ts';
import { MAX_RECEIVED_CHARACTERS } from './text/text-channel.ts';

/** For text in a dialog of the page before a reload, which is to be repeated (decision D81). */
const awayReply = { status_code: 480, extraHeaders: ['Retry-After: 1'] };

/**
 * Passes a MESSAGE to its call, or rejects it: text is accepted only inside a call. JsSIP answers 200
 * to every message that is not rejected here.
 */
export function receiveMessage(
  { message, request }: Omit<IncomingMessageEvent, 'originator'>,
  calls: Iterable<SipCall>,
  isOfEarlierPage: (ids: DialogIds) => boolean,
): void {
  const ids = request as typeof request & DialogIds;
  const call = [...calls].find((each) => each.owns(ids));
  const [mediaType] = (request.getHeader('Content-Type') ?? '').toLowerCase().split(';');
  if (call === undefined) message.reject(isOfEarlierPage(ids) ? awayReply : { status_code: 481 });
  else if (mediaType?.trim() !== 'text/plain')
    message.reject({ status_code: 415, extraHeaders: ['Accept: text/plain'] });
  else if (request.body.length > MAX_RECEIVED_CHARACTERS) message.reject({ status_code: 413 });
  else call.receiveText(request.body, ids.cseq);
}
