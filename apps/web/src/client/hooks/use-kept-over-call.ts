import type { ClientState } from '@samtal/call-core';
import { use, useEffect, useRef, useState } from 'react';
import { ClientContext, useClient } from './use-client.ts';

/** Of the page that a call took away last, for the person whose page it was. */
let kept: { readonly key: string; readonly value: unknown } | undefined;

const accountOf = ({ settings }: ClientState): string => settings?.account.address ?? '';

/** Calls that are beginning or going on; who leaves a page by themselves has none. */
const inProgress: readonly ClientState['call']['phase'][] = [
  'incoming',
  'calling',
  'establishing',
  'accepted',
];

/**
 * A state that is there again when a call has taken its page away and gives it back, and that ends with the page
 * otherwise.
 * @param page tells the state of one page from that of another
 */
export function useKeptOverCall<T>(page: string, initial: T) {
  const client = use(ClientContext)?.client;
  const key = `${useClient(accountOf)} ${page}`;
  // Only this page has put it there.
  const pair = useState<T>(() => (kept?.key === key ? (kept.value as T) : initial));
  const latest = useRef(pair[0]);
  useEffect(() => {
    latest.current = pair[0];
  });
  useEffect(
    () => () => {
      const phase = client?.getState().call.phase ?? 'idle';
      kept = inProgress.includes(phase) ? { key, value: latest.current } : undefined;
    },
    [client, key],
  );
  return pair;
}
