import { initialClientState, stepMachines } from '../client/client-step.ts';
import type { ClientEffect, Step, TimerName } from '../protocol/client-effects.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import type { CallState } from '../state/call-state.ts';
import type { CallParts, ClientState } from '../state/client-state.ts';

/** The timers that belong to a call; the others are those of the connection and the page. */
export const CALL_TIMERS: readonly TimerName[] = [
  'callClosing',
  'localEnding',
  'permissionOverlay',
  'interruptionLimit',
  'resume',
  'additionCrossed',
  'additionShown',
  'holdCrossed',
  'textPace',
  'textLate',
  'knock',
  'tonePause',
  'positionWait',
  'positionInterval',
];

export const partsOf = ({
  call,
  media,
  addition,
  hold,
  continuity,
  text,
  dtmf,
  geolocation,
  panels,
}: CallParts): CallParts => ({
  call,
  media,
  addition,
  hold,
  continuity,
  text,
  dtmf,
  geolocation,
  panels,
});

export const idOf = ({ call }: CallParts): string => (call.phase === 'idle' ? '' : call.call.callId);

/** A call that has not begun. */
export const noCall = partsOf(initialClientState);

/** Whether the call rings, is being set up or is in progress. */
export const isLive = ({ phase }: CallState): boolean =>
  phase === 'incoming' || phase === 'calling' || phase === 'establishing' || phase === 'accepted';

/** Whether the call waits for no message any more. */
export const isOver = (call: CallState): boolean =>
  !isLive(call) && (call.phase !== 'ending' || call.isClosed === true);

/** The effects of the call behind: its timers carry its ID. */
export const ofBehind = (effects: readonly ClientEffect[], callId: string): readonly ClientEffect[] =>
  effects.map((effect) =>
    (effect.do === 'startTimer' || effect.do === 'stopTimer') && CALL_TIMERS.includes(effect.timer)
      ? { ...effect, callId }
      : effect,
  );

/** Steps the call behind with its parts in front. */
export function stepBehind(
  state: ClientState,
  behind: CallParts,
  event: ClientEvent,
  now: number,
): Step<ClientState> {
  const turned = { ...state, ...behind, behind: partsOf(state) };
  const { state: after, effects } = stepMachines(turned, event, now, false);
  return {
    state: after === turned ? state : { ...after, ...turned.behind, behind: partsOf(after) },
    effects: ofBehind(effects, idOf(behind)),
  };
}

/** Puts the call behind in front, and the other way round. What belongs to the page stays in front. */
export function exchange(state: ClientState, behind: CallParts): Step<ClientState> {
  const { call, media, text, panels } = behind;
  return {
    state: {
      ...state,
      ...behind,
      media: { ...media, isDenied: state.media.isDenied },
      panels: { ...panels, isFullscreen: state.panels.isFullscreen },
      text: call.phase === 'accepted' && panels.isTextVisible ? { ...text, isUnread: false } : text,
      behind: partsOf(state),
    },
    effects: [{ do: 'exchangeTimers', timers: CALL_TIMERS, front: idOf(state), behind: idOf(behind) }],
  };
}
