import type { WebSocket } from 'ws';

/** Why nothing is read: the peer does not read, messages wait, or the peer has exceeded a limit. */
type HoldReason = 'unread' | 'waiting' | 'refused';

/** Whether frames of the peer are read. */
export type Reading = {
  /** Pauses reading as long as there is a reason. */
  hold(reason: HoldReason, isHeld: boolean): void;
  isHeldFor(reason: HoldReason): boolean;
};

export function createReading(webSocket: Pick<WebSocket, 'pause' | 'resume' | 'isPaused'>): Reading {
  const holds = new Set<HoldReason>();
  return {
    hold(reason, isHeld) {
      if (isHeld) holds.add(reason);
      else holds.delete(reason);
      if (holds.size > 0) webSocket.pause();
      else if (webSocket.isPaused) webSocket.resume();
    },
    isHeldFor: (reason) => holds.has(reason),
  };
}
