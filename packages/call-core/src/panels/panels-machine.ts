import type { TextElement } from '@samtal/realtime-text';
import { KNOCK_MS } from '../limits.ts';
import type { MediaKinds } from '../media-kinds.ts';
import type { ClientEffect, Step } from '../protocol/client-effects.ts';
import { stay } from '../protocol/client-effects.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import type { CallState } from '../state/call-state.ts';
import type { RestoredCall } from '../state/call-ticket.ts';
import type { Panel, PanelsState, Toggles } from '../state/panels-state.ts';

export type PanelsContext = {
  /** The call before and after the event. */
  readonly before: CallState;
  readonly after: CallState;
  /** The video setting (INCALL-21). */
  readonly isVideoOn: boolean;
  readonly isSmallScreen: boolean;
  /** The local devices that work (MEDIA-04). */
  readonly working: Pick<MediaKinds, 'audio' | 'video'>;
  /** The decoded text of the event; empty if it has none. */
  readonly elements: readonly TextElement[];
};

type PanelsStep = Step<PanelsState>;

export const initialPanels: PanelsState = {
  isMicrophoneOn: true,
  isCameraOn: true,
  isSoundOn: true,
  isVideoVisible: true,
  isTextVisible: false,
  isTextAlwaysVisible: false,
  isSelfViewVisible: true,
  isDialerVisible: false,
  isMoreVisible: false,
  isFullscreen: false,
  isKnocking: false,
  knocks: 0,
};

const fields = {
  video: 'isVideoVisible',
  text: 'isTextVisible',
  selfView: 'isSelfViewVisible',
  dialer: 'isDialerVisible',
  more: 'isMoreVisible',
} as const satisfies Record<Panel, keyof PanelsState>;

function flash(state: PanelsState): PanelsStep {
  return {
    state: { ...state, isKnocking: true },
    effects: [{ do: 'startTimer', timer: 'knock', delayMs: KNOCK_MS }],
  };
}

/**
 * The panels at the start of a call: everything negotiated is on and the screen flashes. On a small screen, a
 * call with video starts with the text hidden (INCALL-18, -20, -21, A-103).
 */
function enterCall(
  { isFullscreen }: PanelsState,
  { isVideoOn, isSmallScreen }: PanelsContext,
  after: Extract<CallState, { phase: 'accepted' }>,
): PanelsStep {
  const isTextVisible = !isSmallScreen || !isVideoOn || !after.media.video;
  const panels = {
    ...initialPanels,
    ...after.call.toggles,
    isTextVisible,
    isTextAlwaysVisible: !isVideoOn,
    isFullscreen,
  };
  return isSilent(after) ? stay({ ...panels, isMicrophoneOn: false, isSoundOn: false }) : flash(panels);
}

/** Whether nothing of the call may be heard beside the user (decision D89). */
export const isSilent = (call: CallState): boolean =>
  'call' in call && call.call.emergency?.isSilent === true;

/**
 * Mutes or unmutes a medium. Does nothing for a medium that was not negotiated or has no working device
 * (INCALL-24, -26, MEDIA-04, decision D16).
 */
function toggleSending(
  state: PanelsState,
  kind: 'audio' | 'video',
  call: Extract<CallState, { phase: 'accepted' }>,
  { working }: PanelsContext,
): PanelsStep {
  if (!call.media[kind] || !working[kind]) return stay(state);
  const field = kind === 'audio' ? 'isMicrophoneOn' : 'isCameraOn';
  const isOn = !state[field];
  return {
    state: { ...state, [field]: isOn },
    effects: [{ do: 'setSending', callId: call.call.callId, kind, isOn }],
  };
}

function togglePanel(
  state: PanelsState,
  panel: Panel,
  { media }: Extract<CallState, { phase: 'accepted' }>,
): PanelsStep {
  // Tones are sent by INFO, so the dialer needs no medium.
  const isPossible = {
    video: media.video,
    selfView: media.video,
    text: media.text && !state.isTextAlwaysVisible,
    dialer: true,
    more: true,
  };
  const field = fields[panel];
  return isPossible[panel] ? stay({ ...state, [field]: !state[field] }) : stay(state);
}

/** Mutes the devices of a call, also before they are open, so that nothing of them is sent. */
export const muting = (
  { isMicrophoneOn, isCameraOn }: Omit<Toggles, 'isSoundOn'>,
  callId: string,
): readonly ClientEffect[] =>
  [...(isMicrophoneOn ? [] : (['audio'] as const)), ...(isCameraOn ? [] : (['video'] as const))].map(
    (kind) => ({ do: 'setSending', callId, kind, isOn: false }),
  );

/** The panels of a call that goes on after a reload of the page; what was muted stays muted. */
function takeUp(
  { isFullscreen }: PanelsState,
  { panels, call: { callId } }: RestoredCall,
  { isVideoOn }: PanelsContext,
): PanelsStep {
  return {
    state: { ...initialPanels, ...panels, isTextAlwaysVisible: !isVideoOn, isFullscreen },
    effects: muting(panels, callId),
  };
}

/** The panels machine: what the user has switched on or off on the call screen. */
export function stepPanels(state: PanelsState, event: ClientEvent, context: PanelsContext): PanelsStep {
  const { before, after } = context;
  if (event.type === 'fullscreenChanged')
    return stay(
      state.isFullscreen === event.isFullscreen ? state : { ...state, isFullscreen: event.isFullscreen },
    );
  if (event.type === 'mediaAcquired' && after.phase === 'calling' && isSilent(after))
    return { state, effects: [{ do: 'setSending', callId: after.call.callId, kind: 'audio', isOn: false }] };
  if (after.phase !== 'accepted') {
    return state.isKnocking
      ? { state: { ...state, isKnocking: false }, effects: [{ do: 'stopTimer', timer: 'knock' }] }
      : stay(state);
  }
  if (event.type === 'started') return event.ticket ? takeUp(state, event.ticket, context) : stay(state);
  if (before.phase !== 'accepted') return enterCall(state, context, after);
  switch (event.type) {
    case 'deviceOpened': {
      if (event.callId !== after.call.callId) return stay(state);
      // What the user adds is on, also if the user had turned it off before.
      const field = event.kind === 'audio' ? 'isMicrophoneOn' : 'isCameraOn';
      return stay(state[field] ? state : { ...state, [field]: true });
    }
    case 'microphoneToggled':
      return toggleSending(state, 'audio', after, context);
    case 'cameraToggled':
      return toggleSending(state, 'video', after, context);
    case 'soundToggled':
      return after.media.audio ? stay({ ...state, isSoundOn: !state.isSoundOn }) : stay(state);
    case 'panelToggled':
      return togglePanel(state, event.panel, after);
    case 'textReceived': {
      const isOurs = event.callId === after.call.callId;
      if (!isOurs || !context.elements.some(({ kind }) => kind === 'alert')) return stay(state);
      const isAnother = state.isKnocking && state.knocks > 0;
      return flash(isAnother ? state : { ...state, knocks: state.knocks + 1 });
    }
    case 'timerFired':
      return event.timer === 'knock' ? stay({ ...state, isKnocking: false }) : stay(state);
    default:
      return stay(state);
  }
}
