import type { Page } from '@playwright/test';
import type { Account } from './comparison.ts';

type Entry =
  | { readonly kind: 'edited'; readonly before: string; readonly after: string }
  | { readonly kind: 'own' | 'seen' | 'told' | 'status'; readonly text: string };

declare global {
  interface Window {
    noteForJournal(entry: Entry): Promise<void>;
  }
}

/** What a page shows and its user types, kept outside the browser, which may be killed at any moment. */
export type Journal = {
  /** Forgets the previous call. */
  begin(): void;
  /** What the user of the page has typed, seen and been told. */
  read(): Pick<Account, 'edits' | 'own' | 'seen' | 'told'>;
  /** The specification's status of the call; '' when there is none. */
  status(): string;
};

/** Keeps a journal of every document that the page loads from now on. */
export async function keepJournal(page: Page): Promise<Journal> {
  let edits: { before: string; after: string }[] = [];
  let [own, seen]: [string[], string[]] = [[], []];
  let [told, status] = ['', ''];
  await page.exposeBinding('noteForJournal', (_source, entry: Entry) => {
    if (entry.kind === 'edited') edits.push(entry);
    else if (entry.kind === 'own') own.push(entry.text);
    else if (entry.kind === 'seen') seen.push(entry.text);
    else if (entry.kind === 'told') told += entry.text;
    else status = entry.text;
  });
  await page.addInitScript(watchDocument);
  return {
    begin() {
      [edits, own, seen, told] = [[], [], [], ''];
    },
    read: () => ({ edits: [...edits], own: [...own], seen: [...seen], told }),
    status: () => status,
  };
}

/** Runs in the page: reports what the page shows and what its user types. */
function watchDocument(): void {
  const noted = { own: '', seen: '', told: '', status: '' };
  const linesIn = (element: Element): string =>
    Array.from(element.querySelectorAll('div[dir="auto"]'), ({ textContent }) => textContent).join('\n');
  /** The text of one user that the screen after a call shows; undefined if it shows none. */
  function runsOf(author: 'own' | 'other'): string | undefined {
    const runs = Array.from(document.querySelectorAll(`[role="log"] [data-author="${author}"]`), linesIn);
    return runs.length === 0 ? undefined : runs.join('\n');
  }
  const bare = (text: string): string => text.replaceAll(/\s/g, '');
  /**
   * The text of one user on the screen after a call; undefined if there is none, or if only its white space
   * differs from `before`.
   */
  function afterCall(author: 'own' | 'other', before: string): string | undefined {
    const runs = runsOf(author);
    return runs === undefined || bare(runs) === bare(before) ? undefined : runs;
  }
  const ownNow = (): string | undefined =>
    document.querySelector('textarea')?.value ?? afterCall('own', noted.own);
  function seenNow(): string | undefined {
    const log = document.querySelector('[role="log"][aria-label="Incoming text"]');
    return log === null ? afterCall('other', noted.seen) : linesIn(log);
  }
  const toldNow = (): string =>
    Array.from(document.querySelectorAll('output bdi'), ({ textContent }) => textContent)
      .filter((words) =>
        /^(?:Not delivered|May not have arrived|The other person may still see): /.test(words),
      )
      .join('\n');

  function note(kind: keyof typeof noted, text: string | undefined): void {
    if (text === undefined || noted[kind] === text) return;
    noted[kind] = text;
    void window.noteForJournal({ kind, text });
  }
  function noteAll(): void {
    note('status', document.documentElement.dataset['callStatus'] ?? '');
    note('own', ownNow());
    note('seen', seenNow());
    note('told', toldNow());
  }
  new MutationObserver(noteAll).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  });

  let before = '';
  document.addEventListener(
    'beforeinput',
    ({ target }) => {
      if (target instanceof HTMLTextAreaElement) before = target.value;
    },
    true,
  );
  document.addEventListener(
    'input',
    ({ target }) => {
      if (!(target instanceof HTMLTextAreaElement)) return;
      void window.noteForJournal({ kind: 'edited', before, after: target.value });
      // Waits until the page has handled the change, which it may refuse.
      setTimeout(noteAll);
    },
    true,
  );
}
