import type { IncomingMessageEvent } from 'jssip/lib/UA';
import type { DialogIds } from './rtc-session.ts';
import type { SipCall } from './sip-call.ts';
import { MAX_RECEIVED_CHARACTERS } from './text/text-channel.ts';

/** Text is accepted only inside a call; JsSIP answers 200 unless the message is rejected here. */
export function receiveMessage(
  { message, request }: Omit<IncomingMessageEvent, 'originator'>,
  calls: Iterable<SipCall>,
): void {
  const ids = request as typeof request & DialogIds;
  const call = [...calls].find((each) => each.owns(ids));
  const [mediaType] = (request.getHeader('Content-Type') ?? '').toLowerCase().split(';');
  if (call === undefined) message.reject({ status_code: 481 });
  else if (mediaType?.trim() !== 'text/plain')
    message.reject({ status_code: 415, extraHeaders: ['Accept: text/plain'] });
  else if (request.body.length > MAX_RECEIVED_CHARACTERS) message.reject({ status_code: 413 });
  else call.receiveText(request.body, ids.cseq);
}
