/** One SIP message as it passed the edge of the server. */
export type WireMessage = {
  /** Seen from the server: `in` was received, `out` was sent. */
  readonly direction: 'in' | 'out';
  /** Number of the connection, counted from 1 in the order they opened. */
  readonly flow: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly text: string;
};

/** Messages that are kept; older ones are forgotten. */
const KEPT_MESSAGES = 2000;

export type WireLog = {
  add(message: WireMessage): void;
  /** In the order they passed. */
  readonly list: () => readonly WireMessage[];
  clear(): void;
};

/** Holds passwords' digests and what people write, so only a server under test may keep one. */
export function createWireLog(): WireLog {
  let messages: WireMessage[] = [];
  return {
    add(message) {
      messages.push(message);
      // Cut in one go now and then, because cutting each time would copy everything each time.
      if (messages.length >= 2 * KEPT_MESSAGES) messages = messages.slice(-KEPT_MESSAGES);
    },
    list: () => messages.slice(-KEPT_MESSAGES),
    clear() {
      messages = [];
    },
  };
}
