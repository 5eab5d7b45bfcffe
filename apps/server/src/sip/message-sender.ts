import type { SipMessage, SipResponse } from '@samtal/sip';
import { callIdOf, header, serialize } from '@samtal/sip';
import { type EventLog, loggedCallId } from '../domain/event-log.ts';
import type { Meter } from '../domain/meter.ts';
import type { Flow } from './flow.ts';

/** Sends a message on the flow with that id; drops the message if the flow is lost. */
export type SendMessage = (message: SipMessage, flowId: string) => void;

/** The fields of a log line about a message. */
export const messageFields = (message: SipMessage, flowId: string) => ({
  flow: flowId,
  what: message.kind === 'request' ? message.method : message.status,
  cseq: header(message, 'CSeq'),
  callId: loggedCallId(callIdOf(message)),
});

/** The method of the request that a response answers, as CSeq names it. */
function methodOf(response: SipResponse): string {
  const cseq = header(response, 'CSeq') ?? '';
  return cseq.slice(cseq.lastIndexOf(' ') + 1);
}

export const createMessageSender =
  (
    flows: ReadonlyMap<string, Flow>,
    log: Pick<EventLog, 'debug'>,
    meter: Pick<Meter, 'sipResponded'>,
  ): SendMessage =>
  (message, flowId) => {
    log.debug({ event: 'sip_sent', ...messageFields(message, flowId) });
    const flow = flows.get(flowId);
    if (flow === undefined) return;
    if (message.kind === 'response' && message.status >= 200)
      meter.sipResponded(methodOf(message), message.status);
    flow.allowance.noteSent(message);
    flow.connection.send(serialize(message));
  };
