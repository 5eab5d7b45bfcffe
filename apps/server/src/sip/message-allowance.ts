import type { SipMessage } from '@samtal/sip';
import { cseqOf } from '@samtal/sip';
import { SIP_LIMITS } from '../domain/limits/limits.ts';
import { createRateLimit } from '../domain/limits/rate-limit.ts';

/**
 * How many messages the peer of one connection may send. Each call of a `take…` function counts one message.
 */
export type MessageAllowance = {
  /**
   * Notes a message sent to the peer, and so allows the ACK or the unreadable responses that it may cause.
   */
  noteSent(message: SipMessage): void;
  /** Whether one more message is within the rate, which is higher for an authenticated peer. */
  takeMessage(isAuthenticated: boolean): boolean;
  /** Whether the peer must still send an ACK for a final response to its INVITE. */
  takeOwedAck(): boolean;
  /** Whether one more unreadable response is tolerated: requests of other users may have caused it. */
  takeBrokenAnswer(): boolean;
};

/** Whether the peer must ACK the message: a final response to an INVITE (RFC 3261 §13.2.2.4, §17.1.1.3). */
const asksForAck = (message: SipMessage): boolean =>
  message.kind === 'response' && message.status >= 200 && cseqOf(message)?.method === 'INVITE';

/**
 * Creates the allowance for the peer of a new connection.
 * @param elapsedMs monotonic milliseconds
 */
export function createMessageAllowance(elapsedMs: () => number): MessageAllowance {
  const takeProven = createRateLimit(SIP_LIMITS.messages, elapsedMs);
  const takeUnproven = createRateLimit(SIP_LIMITS.unprovenMessages, elapsedMs);
  const { perRequest, most } = SIP_LIMITS.brokenAnswers;
  let owedAcks = 0;
  let brokenAnswersLeft = 0;

  return {
    noteSent(message) {
      if (asksForAck(message)) owedAcks += 1;
      if (message.kind === 'request') brokenAnswersLeft = Math.min(most, brokenAnswersLeft + perRequest);
    },
    takeMessage: (isAuthenticated) => (isAuthenticated ? takeProven() : takeUnproven()),
    takeOwedAck() {
      if (owedAcks === 0) return false;
      owedAcks -= 1;
      return true;
    },
    takeBrokenAnswer() {
      if (brokenAnswersLeft === 0) return false;
      brokenAnswersLeft -= 1;
      return true;
    },
  };
}
