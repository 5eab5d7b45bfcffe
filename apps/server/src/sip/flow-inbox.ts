export type InboxOptions<Message> = {
  readonly handle: (message: Message) => Promise<void>;
  /** Pauses and resumes reading from the peer. */
  readonly setReading: (isReading: boolean) => void;
  /** Above this number of waiting bytes, reading pauses. */
  readonly pauseBytes: number;
};

export type Inbox<Message> = {
  /** Adds a message. @returns the bytes of all messages that are not handled yet, including `message` */
  put(message: Message, bytes: number): number;
};

/**
 * Handles the messages of one connection one at a time, so that no MESSAGE or CANCEL overtakes an earlier
 * message. While more than `pauseBytes` wait, reading pauses and TCP flow control slows the peer down.
 */
export function createInbox<Message>(options: InboxOptions<Message>): Inbox<Message> {
  const { handle, setReading, pauseBytes } = options;
  const waiting: { readonly message: Message; readonly bytes: number }[] = [];
  let held = 0;
  let isRunning = false;
  let isReading = true;

  function read(wanted: boolean): void {
    if (wanted === isReading) return;
    isReading = wanted;
    setReading(wanted);
  }

  async function run(): Promise<void> {
    isRunning = true;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await handle(next.message);
      held -= next.bytes;
      if (held <= pauseBytes / 2) read(true);
    }
    isRunning = false;
  }

  return {
    put(message, bytes) {
      waiting.push({ message, bytes });
      held += bytes;
      if (held > pauseBytes) read(false);
      if (!isRunning) void run();
      return held;
    },
  };
}
