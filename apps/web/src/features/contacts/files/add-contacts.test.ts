import type { ContactDraft } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import type { ApiResult } from '../../../client/ports/user-api.ts';
import { emptyDraft } from '../form/contact-draft.ts';
import { addContacts } from './add-contacts.ts';

/** An address book that answers with these statuses in turn; 200 = stored. */
function bookOf(...statuses: readonly number[]) {
  const answers = statuses.values();
  const asked: ContactDraft[] = [];
  const add = async (draft: ContactDraft): Promise<ApiResult<void>> => {
    asked.push(draft);
    const status = answers.next().value ?? 200;
    return status === 200 ? { ok: true, value: undefined } : { ok: false, status };
  };
  return { asked, book: { addMany: <T>(work: (run: typeof add) => Promise<T>) => work(add) } };
}

const drafts = Array.from({ length: 9 }, () => emptyDraft);
const { signal } = new AbortController();

test('contacts are added one after the other, with the number that is stored so far', async () => {
  const { book } = bookOf(200, 2004, 200);
  const seen: number[] = [];
  const result = await addContacts(book, drafts.slice(0, 3), { onProgress: (n) => seen.push(n), signal });
  expect([result, seen]).toEqual([{ added: 2, refused: 1 }, [1, 1, 2]]);
});

test('after a 429 the client waits five seconds; without an answer it stops', async () => {
  const { asked, book } = bookOf(429, 200, 2004, 0);
  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  const result = await addContacts(book, drafts, { onProgress: () => {}, signal, wait });
  expect([result, waits, asked.length]).toEqual([{ added: 1, refused: 2 }, [5000], 4]);
});
