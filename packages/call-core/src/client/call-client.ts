import type { SecondCallCode } from '../later/second-call-code.ts';
import type { TimerName } from '../protocol/client-effects.ts';
import type { ClientEvent, OutsideEvent } from '../protocol/client-events.ts';
import type { CallIdentity } from '../state/call-state.ts';
import type { ClientState } from '../state/client-state.ts';
import type { Heartbeat } from '../state/heartbeat-state.ts';
import { createTextIntake } from '../text/text-intake.ts';
import type { ClientPorts } from '../ticket/tickets.ts';
import { type AskBeforeEmergency, createCallRequests } from './call-requests.ts';
import { initialClientState, stepClient } from './client-step.ts';
import { createIntents, type Intents } from './intents.ts';
import { logChanges } from './log-changes.ts';
import type { EffectRunner } from './run-effect.ts';
import { runEffect } from './run-effect.ts';
import { createSecondCaller } from './second-caller.ts';
import { createUuid } from './uuid.ts';

export type CallClient = {
  getState(): ClientState;
  /** Calls `listener` after each change of state; the returned function unsubscribes it. */
  subscribe(listener: () => void): () => void;
  /** Calls `listener` every `every` seconds while logged in (STATE-36); the returned function ends that. */
  onHeartbeat(every: Heartbeat, listener: () => void): () => void;
  /** Calls `listener` for each call refused as busy (decision D34); the returned function unsubscribes it. */
  onTurnedAway(listener: (call: CallIdentity) => void): () => void;
  /**
   * Gives calls to emergency numbers to `ask` in place of making them, except those by the emergency button and a call
   * that is made again (decision D89); the returned function ends that.
   */
  askBeforeEmergency(ask: AskBeforeEmergency): () => void;
  /** Takes an event that an adapter or the page reports. */
  readonly emit: (event: OutsideEvent) => void;
  readonly intents: Intents;
};

/**
 * Builds the calling core around its adapters, which report through `emit`, but not before the core is built.
 * Only this function has effects: it passes one event at a time through the pure step, publishes the new
 * state, then runs the effects. Events that are reported meanwhile are queued.
 */
export function createCallClient(ports: ClientPorts): CallClient {
  let state: ClientState = initialClientState;
  const mailbox: ClientEvent[] = [];
  const listeners = new Set<() => void>();
  const running = new Map<TimerName, () => void>();
  let isDelivering = false;

  const { clock, random, log } = ports;
  let intake = createTextIntake(clock, deliver);
  let stepCalls: SecondCallCode['stepCalls'] = stepClient;

  let askFirst: AskBeforeEmergency | undefined;
  const turnedAwayListeners = new Set<(call: CallIdentity) => void>();
  const beatListeners = new Map<() => void, Heartbeat>();
  const runner: EffectRunner = {
    deviceId: createUuid(random),
    startTimer(timer: TimerName, delayMs: number) {
      runner.stopTimer(timer);
      const forget = clock.setTimer(delayMs, () => {
        running.delete(timer);
        deliver({ type: 'timerFired', timer });
      });
      running.set(timer, forget);
    },
    stopTimer(timer: TimerName) {
      running.get(timer)?.();
      running.delete(timer);
    },
    beat(every) {
      const due = [...beatListeners].filter(([, wanted]) => wanted === every);
      for (const [listener] of due) listener();
    },
    reportTurnedAway(call) {
      for (const listener of turnedAwayListeners) listener(call);
    },
  };

  function publish(next: ClientState): void {
    logChanges(log, state, next);
    state = next;
    // A listener added during this loop can read the new state already and is not called.
    const present = [...listeners];
    for (const listener of present) listener();
  }

  function take(event: ClientEvent): void {
    const { settings } = state;
    const now = clock.now();
    const transfers = ports.transfers?.get();
    const stepRest = (before: ClientState, each: ClientEvent) =>
      transfers?.stepTransfers(before, each, now, stepCalls) ?? stepCalls(before, each, now);
    const step = ports.screens?.get()?.stepScreens(state, event, stepRest) ?? stepRest(state, event);
    // Text that arrived before the call ended or the text transport changed is processed first.
    const unread = intake.drain(event, state, step.state);
    if (unread !== undefined) {
      mailbox.unshift(unread, event);
      return;
    }
    if (step.state !== state) publish(step.state);
    // The last effects of a logout still need the settings of the user who logs out.
    for (const effect of step.effects) runEffect(effect, ports, state.settings ?? settings, runner);
  }

  function deliver(event: ClientEvent): void {
    mailbox.push(event);
    if (isDelivering) return;
    isDelivering = true;
    try {
      for (let next = mailbox.shift(); next !== undefined; next = mailbox.shift()) secondCaller.handle(next);
    } finally {
      isDelivering = false;
    }
  }

  const getState = (): ClientState => state;

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  const secondCaller = createSecondCaller({
    later: ports.secondCall,
    getState,
    onLoaded(code) {
      stepCalls = code.stepCalls;
      intake = code.createTextIntakes(clock, deliver, intake, state);
    },
    take,
    refuse: runner.reportTurnedAway,
  });
  const requests = createCallRequests(random, getState, deliver, () => askFirst);

  return {
    getState,
    subscribe,
    onHeartbeat(every, listener) {
      const own = (): void => listener();
      beatListeners.set(own, every);
      return () => void beatListeners.delete(own);
    },
    onTurnedAway(listener) {
      turnedAwayListeners.add(listener);
      return () => void turnedAwayListeners.delete(listener);
    },
    askBeforeEmergency(ask) {
      askFirst = ask;
      return () => {
        if (askFirst === ask) askFirst = undefined;
      };
    },
    emit(event) {
      if (event.type === 'textReceived') intake.take(event);
      else deliver(event);
    },
    intents: createIntents({
      ports,
      requests,
      getState,
      subscribe,
      deliver,
      loadSecondCall: secondCaller.load,
    }),
  };
}
