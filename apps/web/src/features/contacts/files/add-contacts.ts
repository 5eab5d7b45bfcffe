import type { ContactDraft } from '@samtal/api-contract';
import type { People } from '../../../client/people/people.ts';

export type AddedContacts = {
  readonly added: number;
  /** The number of contacts that were tried but not stored. */
  readonly refused: number;
};

export type AddingOptions = {
  /** Reports how many are stored so far. */
  readonly onProgress: (added: number) => void;
  readonly signal: AbortSignal;
  readonly wait?: (ms: number) => Promise<void>;
};

/** How long to wait after a 429 before the same contact is sent again. */
const tooManyRequests = { status: 429, pauseMs: 5000 };

const waitFor = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Stores many new contacts, one after the other. */
export const addContacts = (
  people: Pick<People, 'addMany'>,
  drafts: readonly ContactDraft[],
  { onProgress, signal, wait = waitFor }: AddingOptions,
): Promise<AddedContacts> =>
  people.addMany(async (add) => {
    let [added, refused] = [0, 0];
    for (const draft of drafts) {
      let result = await add(draft);
      while (!result.ok && result.status === tooManyRequests.status && !signal.aborted) {
        await wait(tooManyRequests.pauseMs);
        result = await add(draft);
      }
      if (result.ok) added += 1;
      else refused += 1;
      onProgress(added);
      // Without an answer, or with an invalid session, the remaining requests would fail too.
      if (signal.aborted || (!result.ok && [0, 401].includes(result.status))) break;
    }
    return { added, refused };
  });
