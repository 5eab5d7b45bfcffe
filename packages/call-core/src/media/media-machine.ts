import type { CallState } from '../call/call-state.ts';
import type { Step } from '../client/client-effects.ts';
import { stay } from '../client/client-effects.ts';
import type { ClientEvent } from '../client/client-events.ts';
import { PERMISSION_OVERLAY_DELAY_MS } from '../limits.ts';
import type { MediaFailure, NoticeCode } from '../ports.ts';
import type { MediaState } from './media-state.ts';

/** MEDIA-11: one alert speaks of whatever is wrong with the devices. */
const NOTICE_ID = 'permissionError';

const noticeCodes: Readonly<Record<MediaFailure, NoticeCode>> = {
  inUse: 'mediaInUse',
  notFound: 'deviceNotFound',
  denied: 'mediaDenied',
  other: 'mediaDenied',
};

const isAcquiring = (call: CallState): boolean =>
  (call.phase === 'calling' || call.phase === 'establishing') && call.progress === 'acquiringMedia';

/** Whether camera and microphone are being asked for, and what came of it; `call` is the call after the event. */
export function stepMedia(state: MediaState, event: ClientEvent, call: CallState): Step<MediaState> {
  const isOurs = 'callId' in event && event.callId === state.acquiringFor;
  if (event.type === 'mediaAcquired' && isOurs) {
    return {
      state: { acquiringFor: undefined, isPermissionOverlayVisible: false, failure: undefined },
      effects: [
        { do: 'stopTimer', timer: 'permissionOverlay' },
        { do: 'clearNotice', id: NOTICE_ID },
      ],
    };
  }
  if (event.type === 'mediaFailed' && isOurs) {
    return {
      state: { acquiringFor: undefined, isPermissionOverlayVisible: false, failure: event.failure },
      effects: [
        { do: 'stopTimer', timer: 'permissionOverlay' },
        { do: 'showNotice', notice: { id: NOTICE_ID, code: noticeCodes[event.failure] } },
      ],
    };
  }
  if (isAcquiring(call) && call.phase !== 'idle' && call.call.callId !== state.acquiringFor) {
    return {
      state: { ...state, acquiringFor: call.call.callId, isPermissionOverlayVisible: false },
      effects: [{ do: 'startTimer', timer: 'permissionOverlay', delayMs: PERMISSION_OVERLAY_DELAY_MS }],
    };
  }
  if (state.acquiringFor !== undefined && !isAcquiring(call)) {
    return {
      state: { ...state, acquiringFor: undefined, isPermissionOverlayVisible: false },
      effects: [{ do: 'stopTimer', timer: 'permissionOverlay' }],
    };
  }
  const isOverdue =
    event.type === 'timerFired' && event.timer === 'permissionOverlay' && state.acquiringFor !== undefined;
  return isOverdue ? stay({ ...state, isPermissionOverlayVisible: true }) : stay(state);
}
