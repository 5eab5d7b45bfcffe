import { decode } from '@samtal/realtime-text';
import { initialAddition, stepAddition } from '../addition/addition-machine.ts';
import { stepCall } from '../call/call-machine.ts';
import { isFree } from '../call/free-call.ts';
import { stepConnection } from '../connection/connection-machine.ts';
import { initialContinuity, stepContinuity } from '../continuity/continuity-machine.ts';
import { initialDtmf, stepDtmf } from '../dtmf/dtmf-machine.ts';
import { isEmergency } from '../geolocation/emergency.ts';
import { positionIn, stepGeolocation } from '../geolocation/geolocation-machine.ts';
import { initialHeartbeat, stepHeartbeat } from '../heartbeat/heartbeat-machine.ts';
import { initialHold, stepHold } from '../hold/hold-machine.ts';
import { LOCAL_ENDING_MS, WOKEN_TICKS } from '../limits.ts';
import { initialMedia, stepMedia } from '../media/media-machine.ts';
import { NO_MEDIA } from '../media-kinds.ts';
import { initialPanels, stepPanels } from '../panels/panels-machine.ts';
import type { Notice } from '../ports.ts';
import type { ClientEffect, Step } from '../protocol/client-effects.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import { continueWith } from '../protocol/continue-with.ts';
import { stepRegistration } from '../registration/registration-machine.ts';
import type { ClientSettings } from '../state/client-settings.ts';
import type { ClientState } from '../state/client-state.ts';
import { initialText } from '../text/initial-text.ts';
import { stepText } from '../text/text-machine.ts';
import { ticketOf } from '../ticket/call-ticket.ts';

export const initialClientState: ClientState = {
  settings: undefined,
  isSmallScreen: false,
  isServerFailing: false,
  heartbeat: initialHeartbeat,
  connection: { phase: 'stopped' },
  registration: { phase: 'unregistered', isTemporary: false },
  call: { phase: 'idle' },
  media: initialMedia,
  addition: initialAddition,
  hold: initialHold,
  continuity: initialContinuity,
  text: initialText,
  dtmf: initialDtmf,
  geolocation: { phase: 'idle' },
  panels: initialPanels,
  behind: undefined,
  isTurned: false,
};

/**
 * Passes `event` to every machine. Their effects run in the order of `steps`: hang up, unregister, then close
 * the connection (REG-03).
 */
export function stepMachines(state: ClientState, event: ClientEvent, now: number): Step<ClientState> {
  const { settings } = state;
  const own =
    settings === undefined ? NO_MEDIA : { audio: settings.audio, video: settings.video, text: settings.text };
  const perCall = settings?.perCall;
  const emergencyMedia = settings?.emergencyMedia;
  const isConnected = state.connection.phase === 'online';

  const { geolocation: where } = state;
  const isEmergencyNumber = (address: string) => isEmergency(address, settings?.emergencyNumbers ?? []);
  const call = stepCall(state.call, event, {
    own: { ...own, ...(perCall && { perCall }), ...(emergencyMedia && { emergencyMedia }) },
    isStarted: settings !== undefined,
    now,
    isEmergency: isEmergencyNumber,
    isLocating: settings?.geolocation !== undefined,
    isPositionAwaited: where.phase === 'watching' && where.isAwaited,
    isKept: settings?.continuity !== undefined,
    isReloadKept: settings?.continuity?.outlivesReload === true,
    isConnectionLost: state.continuity.interruption?.isConnectionLost === true,
    isConnected,
    civic: settings?.geolocation?.civic,
    position: positionIn(event) ?? (where.phase === 'watching' ? where.latest : undefined),
  });
  const isCallKept = settings?.continuity !== undefined && call.state.phase === 'accepted';
  const isReloadKept = isCallKept && settings.continuity.outlivesReload === true;
  const registration = stepRegistration(state.registration, event, {
    isConnected,
    retryDelayMs: settings?.reconnectionDelayMs ?? 0,
    isCallKept,
    isReloadKept,
  });
  const connection = stepConnection(state.connection, event, {
    servers: settings?.servers ?? [],
    attempts: settings?.reconnectionAttempts ?? 0,
    delayMs: settings?.reconnectionDelayMs ?? 0,
    isCallKept,
    isReloadKept,
  });
  const continuity = stepContinuity(state.continuity, event, {
    call: call.state,
    settings: settings?.continuity,
    isOpeningDevices: state.media.acquiringFor !== undefined,
    now,
  });
  const media = stepMedia(state.media, event, {
    before: state.call,
    call: call.state,
    own,
    isReloaded: continuity.state.interruption?.isReloaded === true,
  });
  const isInterrupted = continuity.state.interruption !== undefined;
  const addition = stepAddition(state.addition, event, {
    before: state.call,
    after: call.state,
    perCall,
    working: media.state.working,
    isHeld: state.hold.isOwn || state.hold.isByPeer,
    isInterrupted,
  });
  const hold = stepHold(state.hold, event, { after: call.state, isInterrupted });
  const received = event.type === 'textReceived' ? decode(state.text.decoder, event.characters) : undefined;
  const panels = stepPanels(state.panels, event, {
    before: state.call,
    after: call.state,
    isVideoOn: own.video,
    isSmallScreen: state.isSmallScreen,
    working: media.state.working,
    elements: received?.elements ?? [],
  });
  const text = stepText(state.text, event, {
    before: state.call,
    after: call.state,
    isTextVisible: panels.state.isTextVisible,
    received,
    now,
  });
  const around = { before: state.call, after: call.state };
  const dtmf = stepDtmf(state.dtmf, event, around);
  const geolocation = stepGeolocation(state.geolocation, event, {
    ...around,
    settings: settings?.geolocation,
    isEmergency: isEmergencyNumber,
  });
  const heartbeat = stepHeartbeat(state.heartbeat, event, now);
  // Typed text is sent before the call is hung up.
  const steps = [
    text,
    call,
    registration,
    connection,
    continuity,
    media,
    addition,
    hold,
    panels,
    dtmf,
    geolocation,
    heartbeat,
  ];
  const machines = {
    call: call.state,
    registration: registration.state,
    connection: connection.state,
    media: media.state,
    addition: addition.state,
    hold: hold.state,
    continuity: continuity.state,
    panels: panels.state,
    text: text.state,
    dtmf: dtmf.state,
    geolocation: geolocation.state,
    heartbeat: heartbeat.state,
  };
  const isSame = (Object.keys(machines) as (keyof typeof machines)[]).every(
    (name) => machines[name] === state[name],
  );
  return {
    state: isSame ? state : { ...state, ...machines },
    effects: steps.flatMap(({ effects }) => effects),
  };
}

/** Whether the connection has no use: registration is refused for good, no call is active (REG-07, D40). */
const isConnectionUseless = ({ registration, connection, call }: ClientState): boolean =>
  registration.phase === 'unregistered' &&
  !registration.isTemporary &&
  registration.refusal !== undefined &&
  connection.phase === 'online' &&
  isFree(call);

/**
 * Whether the connection is dead: the first REGISTER of a page that has woken got no answer. A call that ends
 * with its connection keeps it, until a ping is not answered (REG-11).
 */
const isConnectionDead = (
  { registration, connection, call, settings }: ClientState,
  event: ClientEvent,
): boolean =>
  event.type === 'timerFired' &&
  event.timer === 'wakeUp' &&
  registration.phase === 'registering' &&
  registration.attempt === 1 &&
  connection.phase === 'online' &&
  (isFree(call) || (settings?.continuity !== undefined && call.phase === 'accepted'));

/**
 * Leaves the ticket of a call that outlives the reload of the page, before the connection is closed. It may have waited
 * behind one that was not established.
 */
function keepTicket(before: ClientState, step: Step<ClientState>, now: number): Step<ClientState> {
  const kept = before.call.phase === 'accepted' ? before : { ...before, ...before.behind };
  const ticket = step.state.call.phase === 'accepted' ? ticketOf(kept, now) : undefined;
  return ticket === undefined ? step : { ...step, effects: [{ do: 'keepTicket', ticket }, ...step.effects] };
}

/** The last step of a logout: no data of the user remains (REG-12). */
function forget({ isSmallScreen, isServerFailing }: ClientState): Step<ClientState> {
  const effects: ClientEffect[] = [
    { do: 'stopTimer', timer: 'stopping' },
    { do: 'stopTimer', timer: 'reconnect' },
    { do: 'stopTimer', timer: 'heartbeat' },
    { do: 'stopTimer', timer: 'wakeUp' },
    { do: 'stopTimer', timer: 'permissionOverlay' },
    { do: 'stopTimer', timer: 'localEnding' },
    { do: 'stopTimer', timer: 'devicesWait' },
    { do: 'closeConnection' },
  ];
  return { state: { ...initialClientState, isSmallScreen, isServerFailing }, effects };
}

/** Finishes the logout LOCAL_ENDING_MS later, so that the user sees the end of the call (decision D37). */
const forgetLater = (state: ClientState): Step<ClientState> => ({
  state,
  effects: [{ do: 'startTimer', timer: 'stopping', delayMs: LOCAL_ENDING_MS }],
});

const endsStopping = (event: ClientEvent): boolean =>
  event.type === 'unregistered' ||
  event.type === 'connectionLost' ||
  (event.type === 'timerFired' && event.timer === 'stopping');

const refusals: Readonly<Record<'noMedia' | 'offline' | 'mediaDenied' | 'uncallable', Notice>> = {
  noMedia: { id: 'noMedia', code: 'noMedia' },
  offline: { id: 'noCallsOffline', code: 'noCallsOffline' },
  mediaDenied: { id: 'permissionError', code: 'mediaDenied' },
  uncallable: { id: 'uncallable', code: 'uncallable' },
};

/** The events that the heartbeat causes inside the core (STATE-37, STATE-38, A-072). */
function beatsIn({ effects }: Step<ClientState>): readonly ClientEvent[] {
  return effects.flatMap((effect): ClientEvent[] => {
    if (effect.do !== 'beat') return [];
    if (effect.every === 1) return [{ type: 'checkDue' }];
    return effect.every === 60 ? [{ type: 'retryDue' }] : [];
  });
}

/** Some browsers do not report that they have frozen a page. Then a heartbeat that comes late shows it. */
const hasWoken = ({ heartbeat: before }: ClientState, { heartbeat: after }: ClientState): boolean =>
  before.isRunning && after.isRunning && after.ticks - before.ticks > WOKEN_TICKS;

/**
 * New settings apply immediately. The connection, the registration and a call stay, but a new secret starts
 * the connection again if the client is not registered.
 */
function applySettings(
  state: ClientState,
  before: ClientSettings,
  event: Extract<ClientEvent, { type: 'settingsChanged' }>,
  step: (state: ClientState, event: ClientEvent) => Step<ClientState>,
): Step<ClientState> {
  const { settings } = event;
  // Settings of another user are ignored: the other user is started after this user has been logged out.
  if (settings.account.address !== before.account.address) return { state, effects: [] };
  const { audio, video, text } = settings;
  const isSameMedia = audio === before.audio && video === before.video;
  // Permission is requested again, because a medium that is switched on now may have been off at login
  // (MEDIA-03).
  const media = isSameMedia
    ? { state: state.media, effects: [] }
    : stepMedia(state.media, event, {
        before: state.call,
        call: state.call,
        own: { audio, video, text },
        isReloaded: state.continuity.interruption?.isReloaded === true,
      });
  const replaced = { state: { ...state, settings, media: media.state }, effects: media.effects };
  // The server closes the connection of a user whose secret changed, and the client may reconnect with the
  // old secret before it gets the new one.
  const hasOldSecret =
    settings.account.password !== before.account.password && state.registration.phase !== 'registered';
  return hasOldSecret ? continueWith(replaced, (after) => step(after, { type: 'secretChanged' })) : replaced;
}

/**
 * The whole client: passes every event to every machine, and holds the rules between machines.
 * @param stepAll passes an event to the machines of both calls, once there may be two (decision D85)
 */
export function stepClient(
  state: ClientState,
  event: ClientEvent,
  now: number,
  stepAll = stepMachines,
): Step<ClientState> {
  switch (event.type) {
    case 'started':
      return state.settings === undefined
        ? stepAll({ ...state, settings: event.settings }, event, now)
        : { state, effects: [] };
    case 'settingsChanged':
      return state.settings === undefined
        ? { state, effects: [] }
        : applySettings(state, state.settings, event, (before, each) => stepAll(before, each, now));
    case 'screenResized':
      return {
        state: state.isSmallScreen === event.isSmall ? state : { ...state, isSmallScreen: event.isSmall },
        effects: [],
      };
    case 'callRefusedHere':
      return { state, effects: [{ do: 'showNotice', notice: refusals[event.why] }] };
    case 'serverReached':
    case 'serverFailed': {
      const isServerFailing = event.type === 'serverFailed';
      return {
        state: state.isServerFailing === isServerFailing ? state : { ...state, isServerFailing },
        effects: [],
      };
    }
    default:
      break;
  }
  // Without a login these two events still have an effect: an INVITE is refused, and a kiosk visitor may
  // never be logged in.
  if (state.settings === undefined)
    return event.type === 'inviteReceived' || event.type === 'callBarred'
      ? stepAll(state, event, now)
      : { state, effects: [] };
  if (state.registration.phase === 'unregistering' && endsStopping(event))
    return state.call.phase === 'ending' ? forgetLater(state) : forget(state);

  const step = stepAll(state, event, now);
  if (event.type === 'pageHidden') return keepTicket(state, step, now);
  // The target is valid: a notice about an earlier, invalid target is no longer needed.
  if (event.type === 'callRequested')
    return { ...step, effects: [{ do: 'clearNotice', id: refusals.uncallable.id }, ...step.effects] };
  if (event.type === 'stopRequested' && step.state.registration.phase !== 'unregistering')
    return continueWith(step, forget);
  if (isConnectionDead(state, event))
    return continueWith(step, (after) => stepAll(after, { type: 'connectionLost', code: 'asleep' }, now));
  const woken: readonly ClientEvent[] = hasWoken(state, step.state) ? [{ type: 'woken' }] : [];
  const due = [...woken, ...beatsIn(step)];
  if (due.length > 0)
    return due.reduce((soFar, next) => continueWith(soFar, (after) => stepAll(after, next, now)), step);
  const isDue = !isConnectionUseless(state) && isConnectionUseless(step.state);
  return isDue ? continueWith(step, (after) => stepAll(after, { type: 'registrationGivenUp' }, now)) : step;
}
