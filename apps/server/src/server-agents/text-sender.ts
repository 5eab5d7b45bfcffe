import type { OutboxTransport, StreamOutboxEvent } from '@samtal/realtime-text';
import { initialStreamOutbox, stepStreamOutbox } from '@samtal/realtime-text';
import type { Clock } from '@samtal/sip';
import { AGENT_LIMITS } from '../domain/limits/limits.ts';
import { nothing } from '../domain/nothing.ts';

/** Sends one chunk. If it is sent by MESSAGE, `answered` must be called once. */
export type SendChunk = (characters: string, answered: (isDelivered: boolean) => void) => void;

export type TextSender = {
  push(text: string): void;
  /** Sends over this transport from now on, starting with text that has waited for a transport. */
  open(transport: OutboxTransport): void;
  /** Drops the waiting text. */
  stop(): void;
  /** Whether `length` more UTF-16 units may wait, if `most` may in all. */
  hasRoomFor(length: number, most?: number): boolean;
  /** Whether no text waits to be sent or answered. */
  isEmpty(): boolean;
};

/** Sends an agent's text in one call; the outbox decides on chunks and pace (decision D11). */
export function createTextSender(clock: Clock, send: SendChunk): TextSender {
  let outbox = initialStreamOutbox;
  let stopTimer = nothing;
  let isStopped = false;

  function feed(event: StreamOutboxEvent): void {
    if (isStopped) return;
    const step = stepStreamOutbox(outbox, event);
    outbox = step.state;
    for (const effect of step.effects) {
      if (effect.do === 'send') sendChunk(effect.chunkId, effect.characters);
      else stopTimer = clock.setTimer(effect.delayMs, () => feed({ type: 'timerFired', now: clock.now() }));
    }
  }

  function sendChunk(chunkId: number, characters: string): void {
    send(characters, (isDelivered) =>
      feed({ type: isDelivered ? 'delivered' : 'failed', chunkId, now: clock.now() }),
    );
  }

  return {
    push: (characters) => feed({ type: 'written', characters, now: clock.now() }),
    open: (transport) => feed({ type: 'transportChanged', transport, now: clock.now() }),
    stop() {
      isStopped = true;
      outbox = initialStreamOutbox;
      stopTimer();
    },
    isEmpty: () => outbox.waiting === '' && outbox.awaited.length === 0,
    hasRoomFor: (length, most = AGENT_LIMITS.waitingLength) => outbox.waiting.length + length <= most,
  };
}
