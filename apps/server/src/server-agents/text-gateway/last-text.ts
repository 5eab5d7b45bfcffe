import type { Clock } from '@samtal/sip';
import { AGENT_LIMITS, TEXT_GATEWAY_LIMITS } from '../../domain/limits/limits.ts';
import { nothing } from '../../domain/nothing.ts';
import type { GatewayText } from './gateway-text.ts';
import type { Side } from './text-negotiation.ts';

/**
 * After the BYE of `leaving`, the last text is sent to the other end for a short time before that end gets a BYE, too.
 * @returns a function that stops the wait
 */
export function passLastText(
  leaving: Side,
  text: Pick<GatewayText, 'stream' | 'userLeft' | 'isSettled'>,
  clock: Clock,
  done: () => void,
): () => void {
  const isPhone = leaving === 'phone';
  if (!isPhone) text.userLeft();
  const until = clock.now() + TEXT_GATEWAY_LIMITS.leavingMs;
  let stopTimer = nothing;
  const look = (): void => {
    if (isPhone) text.stream.finishReading();
    if (!text.isSettled() && clock.now() < until)
      stopTimer = clock.setTimer(TEXT_GATEWAY_LIMITS.leavingStepMs, look);
    else done();
  };
  // Packets that were sent before BYE may still arrive.
  if (isPhone) stopTimer = clock.setTimer(AGENT_LIMITS.lateTextMs, look);
  else look();
  return () => stopTimer();
}
