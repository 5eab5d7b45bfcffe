import type { SipMessage } from '@samtal/sip';
import { header, serialize } from '@samtal/sip';
import type { EventLog } from '../domain/event-log.ts';
import type { Flow } from './flow.ts';

/** Sends a message on the flow with that id; drops the message if the flow is lost. */
export type SendMessage = (message: SipMessage, flowId: string) => void;

/** The fields of a log line about a message. */
export const messageFields = (message: SipMessage, flowId: string) => ({
  flow: flowId,
  what: message.kind === 'request' ? message.method : message.status,
  cseq: header(message, 'CSeq'),
});

export const createMessageSender =
  (flows: ReadonlyMap<string, Flow>, log: Pick<EventLog, 'debug'>): SendMessage =>
  (message, flowId) => {
    log.debug({ event: 'sip_sent', ...messageFields(message, flowId) });
    const flow = flows.get(flowId);
    if (flow === undefined) return;
    flow.allowance.noteSent(message);
    flow.connection.send(serialize(message));
  };
