import { sessionStateOf } from '../call/session-lifecycle.ts';
import type { ClientEffect, TimerName } from '../protocol/client-effects.ts';
import type { ClientEvent, OutsideEvent } from '../protocol/client-events.ts';
import type { SecondCallCode } from '../second-call/second-call-code.ts';
import type { CallIdentity } from '../state/call-state.ts';
import type { ClientSettings } from '../state/client-settings.ts';
import type { ClientState } from '../state/client-state.ts';
import type { Heartbeat } from '../state/heartbeat-state.ts';
import { createTextIntake } from '../text/text-intake.ts';
import type { ClientPorts } from '../ticket/tickets.ts';
import { callStatusOf } from '../views/call-status.ts';
import { callViewOf } from '../views/call-view.ts';
import { registrationEventOf } from '../views/registration-names.ts';
import { initialClientState, stepClient } from './client-step.ts';
import { type AskBeforeEmergency, createIntents, type Intents } from './intents.ts';
import type { EffectRunner } from './run-effect.ts';
import { runEffect } from './run-effect.ts';
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

type Received = Extract<ClientEvent, { type: 'inviteReceived' }>;

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
  /** The first INVITE during a call waits for the code for two calls. */
  let held: Received | undefined;

  const turnedAwayListeners = new Set<(call: CallIdentity) => void>();
  const beatListeners = new Map<() => void, Heartbeat>();
  let askFirst: AskBeforeEmergency | undefined;
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

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  function publish(next: ClientState): void {
    const [before, after] = [callStatusOf(state.call), callStatusOf(next.call)];
    if (before !== after) {
      const { call } = next;
      log.info('call', { status: after, before, view: callViewOf(call), session: sessionStateOf(call) });
    }
    // ERR-05: neither side ended the call, and support needs a trace of it.
    if (before !== after && after === 'FAILED') log.warn('a call ended for an unknown reason', { before });
    if (state.connection.phase !== next.connection.phase)
      log.info('connection', { phase: next.connection.phase });
    const event = registrationEventOf(state.registration, next.registration);
    if (event !== undefined) log.info('registration', { event, phase: next.registration.phase });
    state = next;
    // A listener added during this loop can read the new state already and is not called.
    const present = [...listeners];
    for (const listener of present) listener();
  }

  function handle(event: ClientEvent): void {
    const { call, settings } = state;
    const isSecond =
      event.type === 'inviteReceived' &&
      stepCalls === stepClient &&
      settings?.secondCall === true &&
      call.phase === 'accepted' &&
      call.call.callId !== event.callId;
    if (isSecond && held === undefined) void ringLater(event);
    else if ('callId' in event && event.callId === held?.callId) held = undefined;
    else take(event);
  }

  /**
   * Loads the code for two calls. The INVITE rings then, unless its caller has gone or the connection was lost; without
   * the code it is refused as if there were none (decision D34).
   */
  async function ringLater(invite: Received): Promise<void> {
    const { callId, from: remoteUser } = invite;
    const { connection } = state;
    held = invite;
    await loadSecondCall().catch(() => undefined);
    const isThere = held === invite && connection === state.connection;
    held = undefined;
    if (isThere) take(invite);
    else runner.reportTurnedAway({ callId, direction: 'incoming', remoteUser });
  }

  async function loadSecondCall(): Promise<void> {
    if (stepCalls !== stepClient) return;
    const code = await ports.secondCall?.load();
    if (code && stepCalls === stepClient) takeSecondCall(code);
  }

  function takeSecondCall(code: SecondCallCode): void {
    stepCalls = code.stepCalls;
    intake = code.createTextIntakes(clock, deliver, intake, state);
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
    for (const effect of step.effects) run(effect, state.settings ?? settings);
  }

  function run(effect: ClientEffect, settings: ClientSettings | undefined): void {
    runEffect(effect, ports, settings, runner);
  }

  function deliver(event: ClientEvent): void {
    mailbox.push(event);
    if (isDelivering) return;
    isDelivering = true;
    try {
      for (let next = mailbox.shift(); next !== undefined; next = mailbox.shift()) handle(next);
    } finally {
      isDelivering = false;
    }
  }

  const intents = createIntents({
    ports,
    getState: () => state,
    subscribe,
    deliver,
    loadSecondCall,
    askFirst: () => askFirst,
  });
  if (ports.secondCall?.code !== undefined) takeSecondCall(ports.secondCall.code);
  return {
    getState: () => state,
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
    intents,
  };
}
