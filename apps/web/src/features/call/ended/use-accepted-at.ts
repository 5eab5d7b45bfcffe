import type { CallState } from '@samtal/call-core';
import { useState } from 'react';

/**
 * When the call was accepted, in ms since the epoch, also after it has ended; undefined = there is no call, or it
 * was not answered.
 */
export function useAcceptedAt(call: CallState): number | undefined {
  const [talk, setTalk] = useState<{ readonly callId: string; readonly acceptedAt: number }>();
  const isOfTalk = 'call' in call && call.call.callId === talk?.callId;
  if (call.phase === 'accepted' && !isOfTalk)
    setTalk({ callId: call.call.callId, acceptedAt: call.acceptedAt });
  return isOfTalk ? talk.acceptedAt : undefined;
}
