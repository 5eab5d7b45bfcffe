import { initialClientState, stepMachines } from '../client/client-step.ts';
import type { ClientEffect, FirstTimer, Step, TimerName } from '../protocol/client-effects.ts';
import { stay } from '../protocol/client-effects.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import type { CallState } from '../state/call-state.ts';
import type { CallParts, ClientState } from '../state/client-state.ts';
import type { PanelsState } from '../state/panels-state.ts';

/** The timers that belong to a call; the others are those of the connection and the page. */
const CALL_TIMERS: readonly FirstTimer[] = [
  'callClosing',
  'localEnding',
  'devicesWait',
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

type StateStep = Step<ClientState>;

/** Timers of a second call have names of their own, which it keeps when the calls change places. */
const named = (effects: readonly ClientEffect[], isSecond: boolean): readonly ClientEffect[] =>
  isSecond
    ? effects.map((effect) =>
        (effect.do === 'startTimer' || effect.do === 'stopTimer') && isOfCall(effect.timer)
          ? { ...effect, timer: secondName(effect.timer) }
          : effect,
      )
    : effects;

const isOfCall = (timer: TimerName): timer is FirstTimer => CALL_TIMERS.some((own) => own === timer);

const secondName = (timer: FirstTimer): TimerName => `${timer} 2`;

/** The timer that has fired, under the name that the machines know, and whether it is one of the call behind. */
export function ownerOf(
  timer: TimerName,
  { isTurned }: ClientState,
): { readonly timer: FirstTimer; readonly isBehind: boolean } {
  const own = CALL_TIMERS.find((each) => secondName(each) === timer);
  if (own !== undefined) return { timer: own, isBehind: !isTurned };
  return { timer: timer as FirstTimer, isBehind: isTurned && isOfCall(timer) };
}

/** Stops what may still run for the call that has left the place behind. */
export const stopTimersBehind = ({ isTurned }: ClientState): readonly ClientEffect[] =>
  named(
    CALL_TIMERS.map((timer) => ({ do: 'stopTimer', timer })),
    !isTurned,
  );

/** Steps the call in front, and the machines of connection and registration. */
export function stepFront(state: ClientState, event: ClientEvent, now: number): StateStep {
  const { state: after, effects } = stepMachines(state, event, now);
  return { state: after, effects: named(effects, state.isTurned) };
}

/** The panels of a call that the user does not see: its text counts as unread. */
const hide = (panels: PanelsState): PanelsState => ({ ...panels, isTextVisible: false });

const turn = (state: ClientState, behind: CallParts): ClientState => ({
  ...state,
  ...behind,
  panels: hide(behind.panels),
  behind: partsOf(state),
  isTurned: !state.isTurned,
});

/** Steps the call behind with its parts in front. */
export function stepBehind(
  state: ClientState,
  behind: CallParts,
  event: ClientEvent,
  now: number,
): StateStep {
  const turned = turn(state, behind);
  const { state: after, effects } = stepFront(turned, event, now);
  const panels =
    after.panels === turned.panels
      ? behind.panels
      : { ...after.panels, isTextVisible: behind.panels.isTextVisible };
  return {
    state:
      after === turned
        ? state
        : {
            ...after,
            ...turned.behind,
            behind: { ...partsOf(after), panels },
            isTurned: state.isTurned,
          },
    effects,
  };
}

/** Effects of the connection and the registration, which are those of one call alone. */
const isShared = (effect: ClientEffect): boolean =>
  /Connection$|egister$|^beat$/.test(effect.do) ||
  ((effect.do === 'startTimer' || effect.do === 'stopTimer') &&
    /^(reconnect|registration|wakeUp|heart|stop)/.test(effect.timer));

/** Steps the call behind alone: connection and registration stay as they are. */
export function stepBehindAlone(
  state: ClientState,
  behind: CallParts,
  event: ClientEvent,
  now: number,
): StateStep {
  const { state: after, effects } = stepBehind(state, behind, event, now);
  return {
    state: after === state ? state : { ...state, behind: after.behind },
    effects: effects.filter((effect) => !isShared(effect)),
  };
}

/** Exchanges the call in front and the one behind it. The state of the page stays in front. */
export function exchange(state: ClientState, behind: CallParts): StateStep {
  const { call, media, text, panels } = behind;
  return stay({
    ...state,
    ...behind,
    media: { ...media, isDenied: state.media.isDenied },
    panels: { ...panels, isFullscreen: state.panels.isFullscreen },
    text: call.phase === 'accepted' && panels.isTextVisible ? { ...text, isUnread: false } : text,
    behind: partsOf(state),
    isTurned: !state.isTurned,
  });
}
