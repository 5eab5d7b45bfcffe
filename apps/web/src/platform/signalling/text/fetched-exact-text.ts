import type { ExactTextMachine } from '@samtal/realtime-text';
import type { createExactTextTransport } from './exact-text-transport.ts';

/** The code of text that both ends count (decision D82). */
export type ExactTextCode = {
  readonly machine: ExactTextMachine;
  readonly createExactTextTransport: typeof createExactTextTransport;
};

/** Code that only clients that keep calls load. */
export type FetchedExactText = {
  /** Loads the code; resolves also if that fails. */
  fetch(): Promise<void>;
  /** Undefined until the code is loaded: the text of a call that begins before is not counted. */
  get(): ExactTextCode | undefined;
};

export function createFetchedExactText(load: () => Promise<ExactTextCode>): FetchedExactText {
  let code: ExactTextCode | undefined;
  let fetching: Promise<void> | undefined;

  async function fetchOnce(): Promise<void> {
    try {
      code = await load();
    } catch {
      fetching = undefined;
    }
  }

  const fetch = (): Promise<void> => (fetching ??= fetchOnce());
  return {
    fetch,
    get() {
      if (code === undefined) void fetch();
      return code;
    },
  };
}
