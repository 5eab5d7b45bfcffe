import { PERMISSION_OVERLAY_DELAY_MS } from '../limits.ts';
import type { MediaKinds } from '../media-kinds.ts';
import type { MediaFailure, NoticeCode } from '../ports.ts';
import type { ClientEffect, Step } from '../protocol/client-effects.ts';
import { stay } from '../protocol/client-effects.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import type { CallState } from '../state/call-state.ts';
import type { RestoredCall } from '../state/call-ticket.ts';
import type { MediaState } from '../state/media-state.ts';

export type MediaContext = {
  /** The call before and after the event. */
  readonly before: CallState;
  readonly call: CallState;
  /** Media that are configured and on (MEDIA-06). */
  readonly own: MediaKinds;
  /** The call goes on after a reload of the page, which has closed its devices (decision D81). */
  readonly isReloaded: boolean;
};

/** The id of the alert that all faults of the devices share (MEDIA-11). */
const NOTICE_ID = 'permissionError';

export const noticeCodes: Readonly<Record<MediaFailure, NoticeCode>> = {
  inUse: 'mediaInUse',
  notFound: 'deviceNotFound',
  denied: 'mediaDenied',
  // Not `mediaDenied`, because the browser did not report a missing permission.
  other: 'mediaInUse',
};

const told = (failure: MediaFailure | undefined): ClientEffect =>
  failure === undefined
    ? { do: 'clearNotice', id: NOTICE_ID }
    : { do: 'showNotice', notice: { id: NOTICE_ID, code: noticeCodes[failure] } };

/**
 * Starts the time after which the page explains an open prompt; a prompt that is answered within a second
 * needs no explanation (MEDIA-02).
 */
const explainSoon: ClientEffect = {
  do: 'startTimer',
  timer: 'permissionOverlay',
  delayMs: PERMISSION_OVERLAY_DELAY_MS,
};

const isAcquiring = (call: CallState): boolean =>
  (call.phase === 'calling' || call.phase === 'establishing') && call.progress === 'acquiringMedia';

const idOf = (call: CallState): string | undefined => (call.phase === 'idle' ? undefined : call.call.callId);

export const initialMedia: MediaState = {
  acquiringFor: undefined,
  isPermissionOverlayVisible: false,
  working: { audio: false, video: false },
  failure: undefined,
  isDenied: false,
};

/** Requests permission for the media that are on, after login and when settings change (MEDIA-03, A-075). */
function prime(state: MediaState, { audio, video }: MediaKinds): Step<MediaState> {
  if (audio || video) return { state, effects: [{ do: 'primeMedia', audio, video }, explainSoon] };
  // The user has switched camera and microphone off, as the alert advises: clear the alert (MEDIA-10).
  return state.isDenied ? { state: { ...state, isDenied: false }, effects: [told(undefined)] } : stay(state);
}

/**
 * Notes whether permission is denied, and shows or clears the alert immediately; users of text alone get no
 * alert (MEDIA-11, A-076).
 */
function changePermission(state: MediaState, isDenied: boolean, own: MediaKinds): Step<MediaState> {
  if (state.isDenied === isDenied) return stay(state);
  const isOfInterest = own.audio || own.video;
  return {
    state: { ...state, isDenied },
    effects: isOfInterest ? [told(isDenied ? 'denied' : undefined)] : [],
  };
}

/** Opens the devices of a call that goes on after a reload of the page: those that were open, and no others. */
function reopen(state: MediaState, { call: { callId }, devices }: RestoredCall): Step<MediaState> {
  const { audio, video } = devices;
  if (!audio && !video) return stay(state);
  return {
    state: { ...state, acquiringFor: callId, working: { audio, video } },
    effects: [{ do: 'acquireMedia', callId, audio, video }, explainSoon],
  };
}

/**
 * The media machine: permission for camera and microphone, their opening for a call, and their faults. A call begins
 * without a device, also one that opens none: those of the call before it are closed.
 */
export const stepMedia = (state: MediaState, event: ClientEvent, context: MediaContext): Step<MediaState> =>
  stepCallMedia(
    idOf(context.before) === idOf(context.call) ? state : { ...state, working: initialMedia.working },
    event,
    context,
  );

function stepCallMedia(
  state: MediaState,
  event: ClientEvent,
  { call, own, isReloaded }: MediaContext,
): Step<MediaState> {
  if (event.type === 'started' && event.ticket !== undefined) return reopen(state, event.ticket);
  if (event.type === 'started' || event.type === 'settingsChanged') return prime(state, own);
  if (event.type === 'permissionChanged') {
    const { state: changed, effects } = changePermission(state, event.isDenied, own);
    // While a call opens its devices, their result ends the overlay, not this event.
    if (state.acquiringFor !== undefined) return { state: changed, effects };
    return {
      state: state.isPermissionOverlayVisible ? { ...changed, isPermissionOverlayVisible: false } : changed,
      effects: [...effects, { do: 'stopTimer', timer: 'permissionOverlay' }],
    };
  }
  const isOurs = 'callId' in event && event.callId === state.acquiringFor;
  if (event.type === 'mediaAcquired' && isOurs) {
    const { audio, video, failure } = event;
    return {
      state: { ...initialMedia, working: { audio, video }, failure },
      effects: [{ do: 'stopTimer', timer: 'permissionOverlay' }, told(failure)],
    };
  }
  if (event.type === 'devicesChanged' && 'call' in call && event.callId === call.call.callId) {
    const { audio, video } = event;
    const isSame = state.working.audio === audio && state.working.video === video;
    return stay(isSame ? state : { ...state, working: { audio, video } });
  }
  if (event.type === 'mediaFailed' && isOurs) {
    return {
      state: { ...initialMedia, isDenied: state.isDenied, failure: event.failure },
      effects: [{ do: 'stopTimer', timer: 'permissionOverlay' }, told(event.failure)],
    };
  }
  if (isAcquiring(call) && call.phase !== 'idle' && call.call.callId !== state.acquiringFor) {
    return {
      state: {
        ...state,
        acquiringFor: call.call.callId,
        isPermissionOverlayVisible: false,
      },
      effects: [explainSoon],
    };
  }
  const isReopening = isReloaded && 'call' in call && call.call.callId === state.acquiringFor;
  if (state.acquiringFor !== undefined && !isAcquiring(call) && !isReopening) {
    return {
      state: { ...state, acquiringFor: undefined, isPermissionOverlayVisible: false },
      effects: [{ do: 'stopTimer', timer: 'permissionOverlay' }],
    };
  }
  if (event.type === 'promptFound') return stay({ ...state, isPermissionOverlayVisible: true });
  const isOverdue = event.type === 'timerFired' && event.timer === 'permissionOverlay';
  return { state, effects: isOverdue ? [{ do: 'lookForPrompt' }] : [] };
}
