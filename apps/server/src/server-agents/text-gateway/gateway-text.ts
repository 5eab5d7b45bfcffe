import { MISSING_TEXT_MARK } from '@samtal/realtime-text';
import type { ServerTransaction } from '@samtal/sip';
import { AGENT_LIMITS, TEXT_GATEWAY_LIMITS } from '../../domain/limits/limits.ts';
import { createRateMeter } from '../admission/rate-meter.ts';
import { createMessageSender } from '../call/message-sender.ts';
import type { AgentLog } from '../ports.ts';
import type { Leg } from './leg.ts';
import type { TextStream, TextStreamOptions } from './text-stream.ts';
import { createTextStream } from './text-stream.ts';

export type GatewayTextOptions = Omit<TextStreamOptions, 'received'> & {
  readonly log: AgentLog;
  /** The user has lost the dialog. */
  readonly dialogLost: () => void;
};

export type GatewayText = {
  readonly stream: TextStream;
  /** Handles MESSAGE of the user: 200 only after the text has left for the phone (decision D41). */
  receiveMessage(transaction: ServerTransaction, leg: Leg): void;
  /** Sends text of the phone to the user from now on. */
  open(user: Leg): void;
  /** The user has hung up: text of the phone has no reader any more. */
  userLeft(): void;
  /** Whether no text waits for the user, and none for the phone. */
  isSettled(): boolean;
  close(): void;
};

/** The text of one call in both directions: MESSAGE on the side of the user, RTP on the side of the phone. */
export function createGatewayText(options: GatewayTextOptions): GatewayText {
  const { clock, meter } = options;
  const messages = createRateMeter(AGENT_LIMITS.textsPerSecond);
  /** Text of the phone that came before the user's side was established. */
  let early = '';
  let sender: ReturnType<typeof createMessageSender> | undefined;
  let isGap = false;
  const stream = createTextStream({ ...options, received: toUser });

  /** Sends text to the user; a user who reads too slowly sees one mark for what there was no room for. */
  function toUser(text: string): void {
    const { waitingForUser } = TEXT_GATEWAY_LIMITS;
    const hasRoom =
      sender?.hasRoomFor(text.length, waitingForUser) ?? early.length + text.length <= waitingForUser;
    if (!hasRoom) {
      isGap = true;
      meter.gatewayText('dropped');
      return;
    }
    const marked = isGap ? MISSING_TEXT_MARK + text : text;
    isGap = false;
    if (sender === undefined) early += marked;
    else sender.push(marked);
  }

  return {
    stream,
    receiveMessage(transaction, leg) {
      const { body } = transaction.request;
      if (Buffer.byteLength(body) > AGENT_LIMITS.textBytes) {
        leg.respond(transaction, 413);
        return;
      }
      const later = { headers: [{ name: 'Retry-After', value: '1' }] };
      if (messages.isOver(clock.now())) leg.respond(transaction, 500, later);
      else if (body === '') leg.respond(transaction, 200);
      else if (!stream.write(body, (isSent) => leg.respond(transaction, isSent ? 200 : 500)))
        leg.respond(transaction, 500, later);
    },
    open(user) {
      sender = createMessageSender({ ...options, dialog: user });
      sender.open({ name: 'message' });
      if (early !== '') sender.push(early);
      early = '';
    },
    userLeft: () => sender?.stop(),
    isSettled: () => (sender?.isEmpty() ?? true) && stream.isSettled(),
    close() {
      stream.close();
      sender?.stop();
    },
  };
}
