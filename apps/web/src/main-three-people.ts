/** The part of the composition root that is loaded for the first transfer, or the first call of three (decision D102). */
import type { CallClient } from '@samtal/call-core';
import { conversationOfThree, threePeopleCode } from '@samtal/call-core/three-people';
import { createThreeTexts, type ThreeTexts } from './client/calling/three-texts.ts';
import type { CallStreams } from './platform/media/call-streams.ts';
import { followDevices } from './platform/media/follow-devices.ts';
import type { BrowserLocalMedia } from './platform/media/local-media.ts';
import { browserClock } from './platform/page/browser-clock.ts';
import { handleJoin, refuseTransfer } from './platform/signalling/transfer/session-transfers.ts';

/** What takes the place of the code for transfers. */
export const threePeople = { transferCode: threePeopleCode, handleTransfer: handleJoin, refuseTransfer };

/** Prepares the page for calls of three, once. */
export function prepareThreePeople(
  { getState, subscribe }: Pick<CallClient, 'getState' | 'subscribe'>,
  streams: CallStreams,
  { restoreSending }: Pick<BrowserLocalMedia, 'restoreSending'>,
): ThreeTexts {
  followDevices({
    streams,
    restoreSending,
    pair() {
      const { call, behind, three } = getState();
      const isPair = three !== undefined && 'before' in three;
      return isPair && call.phase === 'accepted' && behind?.call.phase === 'accepted'
        ? [call.call.callId, behind.call.call.callId]
        : undefined;
    },
  });
  return createThreeTexts({
    getState,
    subscribe,
    merge: conversationOfThree,
    now: () => browserClock.now(),
  });
}
