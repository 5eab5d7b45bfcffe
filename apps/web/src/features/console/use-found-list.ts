import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiResult } from '../../client/ports/user-api.ts';
import { saveFile } from '../../ui/save-file.ts';
import { useConsole } from './console-context.ts';
import { failureText } from './failure-text.ts';
import { useAnswer } from './use-answer.ts';

/** What an answer says of the pages after it. */
type Page = { readonly next?: string | undefined; readonly searchedTo?: number | undefined };

type Options<Filter, Item, Answer extends Page> = {
  /** Another object means another search. */
  readonly filter: Filter;
  /** Reads the newest page, or the page that follows `before`. Another function means another search. */
  readonly read: (filter: Filter, before?: string) => Promise<ApiResult<Answer>>;
  readonly itemsOf: (answer: Answer) => readonly Item[];
  /** Reads all that is found as a table. */
  readonly readTable: (filter: Filter) => Promise<ApiResult<string>>;
  /** Of the saved table. */
  readonly fileName: string;
};

type Older<Filter, Item> = Page & {
  /** The filter to which these items belong. */
  readonly of: Filter;
  readonly items: readonly Item[];
};

/** A list of the console that is searched: its newest page, the older ones that the user has asked for, and its table. */
export function useFoundList<Filter, Item, Answer extends Page>({
  filter,
  read,
  itemsOf,
  readTable,
  fileName,
}: Options<Filter, Item, Answer>) {
  const { t } = useTranslation();
  const { change } = useConsole();
  const [found, setFound] = useState<Older<Filter, Item>>();
  const [busy, setBusy] = useState<'more' | 'table'>();
  const [problem, setProblem] = useState<string>();
  const ask = useCallback(() => read(filter), [read, filter]);
  const answer = useAnswer(ask);
  const older = found?.of === filter ? found : undefined;
  const newest = answer.phase === 'ready' ? answer.value : undefined;
  const { next, searchedTo }: Page = older ?? newest ?? {};

  async function load(before: string): Promise<void> {
    setProblem(undefined);
    setBusy('more');
    const result = await read(filter, before);
    setBusy(undefined);
    if (result.ok)
      setFound({
        next: result.value.next,
        searchedTo: result.value.searchedTo,
        of: filter,
        items: [...(older?.items ?? []), ...itemsOf(result.value)],
      });
    else setProblem(t(failureText(result)));
  }
  async function saveTable(): Promise<void> {
    setProblem(undefined);
    setBusy('table');
    const result = await change(() => readTable(filter));
    setBusy(undefined);
    if (result?.ok === true) saveFile(fileName, 'text/csv', result.value);
    else if (result !== undefined) setProblem(t(failureText(result)));
  }

  return {
    answer,
    newest,
    items: [...(newest === undefined ? [] : itemsOf(newest)), ...(older?.items ?? [])],
    /** Whether older items follow the newest page. */
    hasOlder: older !== undefined,
    busy,
    saveTable: () => void saveTable(),
    /** Whether more may be found. */
    hasMore: next !== undefined,
    /** The props of `SearchEnd`. */
    end: {
      searchedTo,
      problem,
      onMore: next === undefined ? undefined : () => void load(next),
      isLoading: busy === 'more',
    },
  };
}
