import type { ClientState } from '@samtal/call-core';
import { use, useEffect, useRef, useState } from 'react';
import { ClientContext, useClient } from './use-client.ts';

/** The state of the last page that a call replaced, for the user of that page. */
let kept: { readonly key: string; readonly value: unknown } | undefined;

const accountOf = ({ settings }: ClientState): string => settings?.account.address ?? '';

/** Calls that are starting or in progress; there is none when the user leaves a page. */
const inProgress: readonly ClientState['call']['phase'][] = [
  'incoming',
  'calling',
  'establishing',
  'accepted',
];

/**
 * A state that survives a call which replaces its page, and otherwise ends with the page.
 * @param page distinguishes the state of one page from that of another
 */
export function useKeptOverCall<T>(page: string, initial: T) {
  const client = use(ClientContext)?.client;
  const key = `${useClient(accountOf)} ${page}`;
  // Only this page stores values under its key, so the type is right.
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
