/** One SIP message that the server received or sent. */
export type WireMessage = {
  /** Seen from the server: `in` was received, `out` was sent. */
  readonly direction: 'in' | 'out';
  /** Number of the connection, from 1 in the order of opening. */
  readonly flow: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly text: string;
};

/** Number of messages that are kept; older ones are dropped. */
const KEPT_MESSAGES = 2000;

export type WireLog = {
  add(message: WireMessage): void;
  /** In order of time. */
  readonly list: () => readonly WireMessage[];
  clear(): void;
};

/**
 * A log of SIP messages, which hold password digests and users' text: only a server under test may keep it.
 */
export function createWireLog(): WireLog {
  let messages: WireMessage[] = [];
  return {
    add(message) {
      messages.push(message);
      // Cut only at twice the size, because every cut copies the whole list.
      if (messages.length >= 2 * KEPT_MESSAGES) messages = messages.slice(-KEPT_MESSAGES);
    },
    list: () => messages.slice(-KEPT_MESSAGES),
    clear() {
      messages = [];
    },
  };
}
