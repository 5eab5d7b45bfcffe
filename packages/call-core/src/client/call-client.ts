import { sessionStateOf } from '../call/session-lifecycle.ts';
import { type Target, targetOf } from '../call/target.ts';
import { toneRefusal } from '../dtmf/tone.ts';
import { isEmergency } from '../geolocation/emergency.ts';
import type { DeviceKind, MediaKinds } from '../media-kinds.ts';
import type { RemoteUser } from '../ports.ts';
import type { ClientEffect, TimerName } from '../protocol/client-effects.ts';
import type { ClientEvent, OutsideEvent } from '../protocol/client-events.ts';
import type { SecondCallCode } from '../second-call/second-call-code.ts';
import type { BarredOutcome, CallIdentity, EmergencyChoice } from '../state/call-state.ts';
import type { ClientSettings } from '../state/client-settings.ts';
import type { ClientState } from '../state/client-state.ts';
import type { Heartbeat } from '../state/heartbeat-state.ts';
import type { Panel } from '../state/panels-state.ts';
import type { TransferOrder } from '../state/transfer-state.ts';
import { createTextIntake } from '../text/text-intake.ts';
import type { ClientPorts } from '../ticket/tickets.ts';
import { callStatusOf } from '../views/call-status.ts';
import { callViewOf } from '../views/call-view.ts';
import { registrationEventOf } from '../views/registration-names.ts';
import { callBlockedBy, wantedMedia } from './call-blocked-by.ts';
import { initialClientState, stepClient } from './client-step.ts';
import type { EffectRunner } from './run-effect.ts';
import { runEffect } from './run-effect.ts';
import { createUuid } from './uuid.ts';

export type CallOptions = {
  /** Tones to send once the call is established, e.g. `12,34`; a comma is a pause (DTMF-05, A-051). */
  readonly ivr?: string;
  /** What the call begins with, chosen for this call; absent = as set (decision D33). */
  readonly media?: MediaKinds;
  /** The call is one by the emergency button, which decides what it is made of (decision D89). */
  readonly emergency?: EmergencyChoice;
};

/** Requests of the user or the page. A request that is not possible in the current state does nothing. */
export type Intents = {
  /**
   * Connects and registers after login, so that the user can be called. Does nothing while another user is
   * started, until `stop` is done.
   */
  start(settings: ClientSettings): void;
  /**
   * Replaces the settings of the user who was started. The new settings hold for the next call; the
   * connection and a call in progress stay.
   */
  applySettings(settings: ClientSettings): void;
  /**
   * Before logout: ends the call, unregisters and closes the connection. Resolves when two waits are over:
   * for the server's answer, 2 s at most (REG-12), and for the end of the call to be shown (decision D37).
   */
  stop(): Promise<void>;
  /**
   * Calls `target`: `bobby`, `bobby@demo.example` or `sip:bobby@demo.example`. A blank target is ignored
   * (DIAL-09, -10, A-104).
   */
  call(target: string, options?: CallOptions): void;
  /** Shows the screen of a call to `target` with the reason why it is not tried (STATE-20, -22, -23). */
  barCall(target: string, outcome: BarredOutcome): void;
  /** Answers with the given media; without any, as set. */
  answer(media?: MediaKinds): void;
  /**
   * Declines the call; the caller reads `words`.
   * @param callId the call of a second caller; absent = the call in front
   */
  decline(words?: string, callId?: string): void;
  /** Answers the second caller (decision D85); the first call waits, or is ended. Media as for `answer`. */
  answerSecond(callId: string, firstCall: 'hold' | 'end', media?: MediaKinds): void;
  /** The call in front waits, and the waiting one comes to the front. */
  swapCalls(): void;
  /** Goes on with text in a call for which the browser denies camera and microphone (decision D32). */
  goOnWithText(): void;
  /** Adds sound or video to the call in progress (decision D33). */
  addMedium(kind: DeviceKind): void;
  /** Hides the message that the remote user has added a medium. */
  dismissAdded(): void;
  /**
   * Asks the remote user to call a third user, or answers such a question (decision D87). Rejects if the code for
   * it cannot be loaded.
   */
  transfer(order: TransferOrder): Promise<void>;
  /** Shares the user's screen in the call in progress, or stops sharing it (decision D88). */
  shareScreen(isShared: boolean): Promise<void>;
  /** Hides why the user's screen is not shared. */
  dismissScreenNotice(): void;
  /** Lets sound and video of the call in progress wait, or flow again (decision D84); text goes on. */
  setHeld(isHeld: boolean): void;
  cancel(): void;
  hangUp(): void;
  /** Closes the screen of an ended call. */
  dismiss(): void;
  /** Calls the remote user of an ended call again, while its screen is open (CALLSCR-07, -08, -10). */
  callAgain(): void;
  /**
   * Takes the new content of the text field: sends the difference, or refuses the edit and keeps the old
   * content.
   * @param callId the call of the field, which may not be in front any more; absent = the call in front
   */
  editText(value: string, callId?: string): void;
  /** Sends BEL. */
  knock(): void;
  /** Sends `0`-`9`, `A`-`D`, `#`, `*`, or `,` (a pause) in a call; all else is refused (DTMF-01, DTMF-02). */
  sendTone(tone: string): void;
  toggleMicrophone(): void;
  toggleCamera(): void;
  toggleSound(): void;
  togglePanel(panel: Panel): void;
  /** Starts a new series of connection attempts immediately. */
  reconnect(): void;
};

/** @param media what the user chose for the call; absent = as set */
export type AskBeforeEmergency = (address: string, media?: MediaKinds) => void;

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

  const createCallId = (): string => `out-${Math.floor(random() * 2 ** 48).toString(36)}`;

  function readTarget(typed: string): Target | undefined {
    const { account, emergencyNumbers } = state.settings ?? {};
    return targetOf(typed, account?.address ?? '', (address) => isEmergency(address, emergencyNumbers ?? []));
  }

  function request(
    remoteUser: RemoteUser,
    more: Pick<CallIdentity, 'ivr' | 'otherwise' | 'emergency'>,
    media?: MediaKinds,
  ): void {
    const { settings } = state;
    if (settings === undefined) return;
    const wanted = wantedMedia(settings, media, more.emergency);
    const block = callBlockedBy(state, remoteUser.address, media, more.emergency);
    if (block === 'inCall') return;
    if (block !== undefined) {
      deliver({ type: 'callRefusedHere', why: block });
      return;
    }
    deliver({
      type: 'callRequested',
      callId: createCallId(),
      remoteUser,
      wanted,
      ...more,
    });
  }

  /** Delivers an event when the code for screens is loaded. */
  async function withScreens(event: ClientEvent): Promise<void> {
    try {
      await ports.screens?.fetch();
      deliver(event);
    } catch {
      ports.notices.show({ id: 'screen', code: 'notLoaded' });
    }
  }

  /** The first SIP server of `settings`; undefined, with a warning, if none is configured. */
  function firstServer({ servers: [server] }: ClientSettings): string | undefined {
    if (server === undefined) log.warn('no SIP server is configured');
    return server;
  }

  /** Loads what an emergency call of this user needs before there is one. */
  function prepare({ geolocation }: ClientSettings): void {
    if (geolocation) ports.location?.fetch().catch(() => undefined);
  }

  const intents: Intents = {
    start(settings) {
      const server = firstServer(settings);
      if (server === undefined || state.settings !== undefined) return;
      prepare(settings);
      const ticket = ports.tickets?.take(settings, clock.now());
      deliver({ type: 'started', settings, server, ...(ticket === undefined ? {} : { ticket }) });
      if (ticket?.hadScreen) void withScreens({ type: 'screenLost', callId: ticket.call.callId });
    },
    applySettings(settings) {
      if (firstServer(settings) === undefined) return;
      prepare(settings);
      deliver({ type: 'settingsChanged', settings });
    },
    stop: () =>
      new Promise((resolve) => {
        const finish = (): void => {
          if (state.settings !== undefined) return;
          listeners.delete(finish);
          resolve();
        };
        listeners.add(finish);
        deliver({ type: 'stopRequested' });
        finish();
      }),
    call(target, { media, ...more } = {}) {
      const found = readTarget(target);
      if (found !== undefined) {
        const { address, ...otherwise } = found;
        const numbers = state.settings?.emergencyNumbers ?? [];
        if (askFirst && more.emergency === undefined && isEmergency(address, numbers))
          return askFirst(address, media);
        request({ address }, { ...otherwise, ...more }, media);
      } else if (state.settings !== undefined && target.trim() !== '')
        deliver({ type: 'callRefusedHere', why: 'uncallable' });
    },
    barCall(target, outcome) {
      const { address } = readTarget(target) ?? { address: target };
      deliver({ type: 'callBarred', callId: createCallId(), remoteUser: { address }, outcome });
    },
    callAgain() {
      if (state.call.phase !== 'ended') return;
      const { remoteUser, ivr, emergency } = state.call.call;
      // A silent call stays silent.
      request(remoteUser, { ...(ivr === undefined ? {} : { ivr }), ...(emergency && { emergency }) });
    },
    answer(media) {
      // STATE-31: if no call is incoming, or none any more, only a warning is logged.
      if (state.call.phase === 'incoming')
        deliver({ type: 'answerRequested', ...(media === undefined ? {} : { media }) });
      else log.warn('Session does not exist');
    },
    decline: (words, callId) =>
      deliver({
        type: 'declineRequested',
        ...(words === undefined ? {} : { words }),
        ...(callId && { callId }),
      }),
    answerSecond: (callId, firstCall, media) =>
      deliver({ type: 'secondAnswered', callId, firstCall, ...(media && { media }) }),
    swapCalls: () => deliver({ type: 'swapRequested' }),
    goOnWithText: () => deliver({ type: 'textChosen' }),
    addMedium: (kind) => deliver({ type: 'mediumRequested', kind }),
    dismissAdded: () => deliver({ type: 'addedDismissed' }),
    async transfer(order) {
      await ports.transfers?.fetch();
      if (state.settings?.threePeople) await loadSecondCall();
      deliver({ type: 'transferOrdered', order, newCallId: createCallId() });
    },
    shareScreen: (isShared) => withScreens({ type: 'screenRequested', isShared }),
    dismissScreenNotice: () => deliver({ type: 'screenNoticeDismissed' }),
    setHeld: (isHeld) => deliver({ type: 'holdRequested', isHeld }),
    cancel: () => deliver({ type: 'cancelRequested' }),
    hangUp: () => deliver({ type: 'hangUpRequested' }),
    dismiss: () => deliver({ type: 'dismissed' }),
    editText: (value, callId) => deliver({ type: 'textEdited', value, ...(callId && { callId }) }),
    knock: () => deliver({ type: 'knockRequested' }),
    sendTone(tone) {
      const refusal = toneRefusal(tone, state.call);
      if (refusal === undefined) deliver({ type: 'toneRequested', tone });
      else log.warn(refusal);
    },
    toggleMicrophone: () => deliver({ type: 'microphoneToggled' }),
    toggleCamera: () => deliver({ type: 'cameraToggled' }),
    toggleSound: () => deliver({ type: 'soundToggled' }),
    togglePanel: (panel) => deliver({ type: 'panelToggled', panel }),
    reconnect: () => deliver({ type: 'reconnectRequested' }),
  };

  if (ports.secondCall?.code !== undefined) takeSecondCall(ports.secondCall.code);
  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
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
