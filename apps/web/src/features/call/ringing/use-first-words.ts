import type { CallState, Intents } from '@samtal/call-core';
import { useEffect, useRef, useState } from 'react';

export type Draft = { readonly callId: string; readonly text: string };

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

/** What a caller writes before the answer; it is sent, once, as soon as the call is accepted. */
export function useFirstWords(call: CallState, { editText }: Pick<Intents, 'editText'>) {
  const [draft, setDraft] = useState<Draft>();
  const sentFor = useRef<string | undefined>(undefined);
  const words = firstWordsOf(draft, call);
  const callId = 'call' in call ? call.call.callId : undefined;
  useEffect(() => {
    if (words === undefined || sentFor.current === callId) return;
    sentFor.current = callId;
    editText(words);
  }, [words, callId, editText]);
  return {
    draft: draft !== undefined && draft.callId === callId ? draft.text : '',
    write: (text: string) => setDraft(callId === undefined ? undefined : { callId, text }),
  };
}
