import { AGENT_LIMITS } from '../domain/limits/limits.ts';
import { chunksOf } from './chunks.ts';

export type TextSenderOptions = {
  /** Sends one text; calls `done` once with the final status. */
  readonly send: (text: string, done: (status: number) => void) => void;
  readonly refused: (status: number) => void;
  /** Called when the caller no longer knows the dialog (RFC 5057 §5.1). */
  readonly dialogLost: () => void;
};

export type TextSender = {
  push(text: string): void;
  /** Starts sending; texts that were pushed before have waited for this. */
  start(): void;
  /** Drops the waiting texts. */
  stop(): void;
  isFull(): boolean;
};

/** Sends texts in order: each one after the response to the previous one. */
export function createTextSender({ send, refused, dialogLost }: TextSenderOptions): TextSender {
  const waiting: string[] = [];
  let isOpen = false;
  let isSending = false;

  function sendNext(): void {
    const text = isOpen && !isSending ? waiting.shift() : undefined;
    if (text === undefined) return;
    isSending = true;
    send(text, (status) => {
      isSending = false;
      if (status === 481 || status === 408) dialogLost();
      else {
        if (status >= 300) refused(status);
        sendNext();
      }
    });
  }

  return {
    push(text) {
      waiting.push(...chunksOf(text, AGENT_LIMITS.chunkLength));
      sendNext();
    },
    start() {
      isOpen = true;
      sendNext();
    },
    stop() {
      isOpen = false;
      waiting.length = 0;
    },
    isFull: () => waiting.length >= AGENT_LIMITS.waitingTexts,
  };
}
