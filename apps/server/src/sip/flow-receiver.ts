import type { ParseResult, SipMessage, TransactionLayer } from '@samtal/sip';
import { createResponse, parseMessage } from '@samtal/sip';
import type { EventLog } from '../domain/event-log.ts';
import { CONNECTION_LIMITS, SIP_LIMITS } from '../domain/limits/limits.ts';
import type { Dispatch } from './dispatch.ts';
import type { Flow } from './flow.ts';
import { isOfServerAgent, isUnproven } from './flow.ts';
import { createInbox } from './flow-inbox.ts';
import type { SendMessage } from './message-sender.ts';
import { messageFields } from './message-sender.ts';

type Options = {
  readonly transactions: Pick<TransactionLayer, 'receive' | 'admit'>;
  readonly dispatch: Dispatch;
  readonly send: SendMessage;
  readonly createTag: () => string;
  /** Closes the connection of a peer that exceeds a limit. */
  readonly cutOff: (reason: string) => void;
  readonly isShuttingDown: () => boolean;
  readonly log: Pick<EventLog, 'debug' | 'warn'>;
};

type Unreadable = Extract<ParseResult, { ok: false }>;

/** V8 copies a part of a text that is shorter than this; a longer one refers to the whole text. */
const SHORTEST_REFERENCE = 13;
const scratch = Buffer.allocUnsafe(CONNECTION_LIMITS.messageBytes);

/** A copy that does not refer to a longer text of which `text` may be a part. */
function copyOf(text: string): string {
  if (text.length < SHORTEST_REFERENCE) return text;
  if (text.length * 3 > scratch.length) return Buffer.from(text).toString();
  return scratch.toString('utf8', 0, scratch.write(text));
}

/** A copy whose strings do not refer to the received frame, so that the memory of the frame can be freed. */
function detached(message: SipMessage): SipMessage {
  const headers = message.headers.map(({ name, value }) => ({ name: copyOf(name), value: copyOf(value) }));
  const body = copyOf(message.body);
  return message.kind === 'request'
    ? { ...message, method: copyOf(message.method), uri: copyOf(message.uri), headers, body }
    : { ...message, reason: copyOf(message.reason), headers, body };
}

/**
 * The receive path of one connection: reads each frame, applies the limits, and passes the messages to the
 * transaction layer and `dispatch` one at a time.
 */
export function createFlowReceiver(flow: Flow, options: Options): (text: string) => void {
  const { transactions, dispatch, send, createTag, cutOff, isShuttingDown, log } = options;
  const { allowance, connection } = flow;
  let unreadableMessages = 0;
  let isProofReported = false;
  const inbox = createInbox<SipMessage>({
    handle,
    setReading: (isReading) => connection.setReading(isReading),
    pauseBytes: SIP_LIMITS.waitingBytes.pause,
  });

  /** Fulfilled when the message is handled, so that no MESSAGE or CANCEL overtakes an earlier message. */
  async function handle(message: SipMessage): Promise<void> {
    if (!flow.isLost) await handleNow(message);
    if (isProofReported || isUnproven(flow)) return;
    isProofReported = true;
    connection.proved(isOfServerAgent(flow) ? 'serverAgent' : 'user');
  }

  async function handleNow(message: SipMessage): Promise<void> {
    const fields = messageFields(message, flow.id);
    log.debug({ event: 'sip_received', ...fields });
    try {
      const received = transactions.receive(message, flow.id);
      if (received !== undefined) await dispatch(received, flow);
    } catch (error) {
      log.warn({ event: 'sip_message_failed', err: error, ...fields });
    }
  }

  /**
   * Whether other users caused the message: an expected response, or the ACK of a final response. Such
   * messages do not count against a client's rate; a caller could otherwise exhaust the callee's limit.
   */
  function isExpected(message: SipMessage): boolean {
    if (message.kind === 'response') return transactions.admit(message, flow.id);
    return message.method === 'ACK' && allowance.takeOwedAck();
  }

  function isWithinRate(result: ParseResult): boolean {
    if (isOfServerAgent(flow) || (result.ok && isExpected(result.message))) return true;
    return allowance.takeMessage(!isUnproven(flow));
  }

  /** Whether an unreadable response is tolerated: a request forwarded to the client may have caused it. */
  const isTolerated = (text: string): boolean => text.startsWith('SIP/2.0 ') && allowance.takeBrokenAnswer();

  function take(message: SipMessage, length: number): void {
    const most = isUnproven(flow) ? SIP_LIMITS.unprovenWaitingBytes : SIP_LIMITS.waitingBytes.cut;
    const held = inbox.put(detached(message), length + SIP_LIMITS.messageOverheadBytes);
    if (held > most && !isOfServerAgent(flow)) cutOff('too many messages wait');
  }

  /** During shutdown, requests are answered 503 without opening a transaction. */
  function refuseForShutdown(message: SipMessage): void {
    if (message.kind === 'request' && message.method !== 'ACK')
      send(createResponse(message, 503, { toTag: createTag() }), flow.id);
  }

  function refuseUnreadable({ partial, status, reason }: Unreadable): void {
    // Only the first unreadable message of a flow is logged, so that a flood does not fill the log.
    if (unreadableMessages === 0)
      log.warn({ event: 'unreadable_sip_message', flow: flow.id, from: connection.remoteAddress, reason });
    unreadableMessages += 1;
    if (partial !== undefined) send(createResponse(partial, status, { reason, toTag: createTag() }), flow.id);
    if (unreadableMessages >= SIP_LIMITS.badMessages) cutOff('too many unreadable messages');
  }

  return (text) => {
    // Messages that were in transit can still arrive while the connection closes.
    if (flow.isCutOff) return;
    const result = parseMessage(text);
    if (!result.ok && isTolerated(text))
      log.debug({ event: 'unreadable_answer_dropped', flow: flow.id, reason: result.reason });
    else if (!isWithinRate(result)) cutOff('too many messages');
    else if (!result.ok) refuseUnreadable(result);
    else if (isShuttingDown()) refuseForShutdown(result.message);
    else take(result.message, text.length);
  };
}
