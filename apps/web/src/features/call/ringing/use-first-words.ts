import type { CallState, Intents } from '@samtal/call-core';
import { useEffect, useState } from 'react';
import { useWriter } from './use-writer.ts';

/** `callId` is the call in which its writer has last seen it. */
export type Draft = { readonly callId: string; readonly address: string; readonly text: string };

/** What was last written in each client and not sent, and its writer: no typed word is lost. */
const drafts = new WeakMap<object, Draft & { readonly writer: string }>();

/**
 * The text that a caller's draft becomes when the call is accepted; undefined = none of this call, or the
 * call has no text.
 */
export function firstWordsOf(draft: Draft | undefined, call: CallState): string | undefined {
  if (draft === undefined || call.phase !== 'accepted' || call.call.callId !== draft.callId) return undefined;
  const { textTransport, isTextReadOnly } = call.media;
  const canWrite = textTransport !== 'none' && isTextReadOnly !== true;
  return canWrite && draft.text.trim() !== '' ? draft.text : undefined;
}

/**
 * What a caller writes before the answer; it is sent, once, as soon as the call is accepted. Until then it is kept for
 * the next call to the same address.
 */
export function useFirstWords(call: CallState, intents: Pick<Intents, 'editText'>) {
  const writer = useWriter();
  const [draft, setDraft] = useState<Draft | undefined>(() => {
    const kept = drafts.get(intents);
    return kept?.writer === writer ? kept : undefined;
  });
  const [sent, setSent] = useState<Draft>();
  const { callId, remoteUser } = 'call' in call ? call.call : {};
  const address = remoteUser?.address;
  const isOfUser = draft !== undefined && draft.address === address;
  // What was kept from an earlier call is seen in this one.
  if (isOfUser && callId !== undefined && call.phase === 'calling' && draft.callId !== callId)
    setDraft({ ...draft, callId });
  const words = firstWordsOf(draft, call);
  if (words !== undefined) {
    setDraft(undefined);
    // The same words may be written before two calls, so it is the draft that is new each time.
    setSent(draft);
  }
  useEffect(() => {
    if (sent !== undefined) intents.editText(sent.text, sent.callId);
  }, [sent, intents]);
  useEffect(() => {
    if (draft === undefined) drafts.delete(intents);
    else drafts.set(intents, { ...draft, writer });
  }, [draft, intents, writer]);
  return {
    draft: isOfUser ? draft.text : '',
    write: (text: string): void => {
      if (callId !== undefined && address !== undefined) setDraft({ callId, address, text });
    },
  };
}
