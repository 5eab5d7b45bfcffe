import type { CallState } from '@samtal/call-core';
import { useState } from 'react';

type Talk = { readonly callId: string; readonly acceptedAt: number; readonly endedAt?: number };

/** How long the call was that has just ended, in ms; undefined = there is none, or it was not answered. */
export function useDuration(call: CallState): number | undefined {
  const [talk, setTalk] = useState<Talk>();
  const isOfTalk = 'call' in call && call.call.callId === talk?.callId;
  if (call.phase === 'accepted' && !isOfTalk)
    setTalk({ callId: call.call.callId, acceptedAt: call.acceptedAt });
  if (call.phase !== 'ended' || talk === undefined || !isOfTalk) return undefined;
  const { acceptedAt, endedAt = Date.now() } = talk;
  if (talk.endedAt === undefined) setTalk({ ...talk, endedAt });
  return endedAt - acceptedAt;
}
