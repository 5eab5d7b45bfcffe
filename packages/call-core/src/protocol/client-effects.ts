import type { DeviceKind, MediaKinds } from '../media-kinds.ts';
import type { Info, Notice, Position, TransferRequest } from '../ports.ts';
import type { CallIdentity } from '../state/call-state.ts';
import type { CallTicket } from '../state/call-ticket.ts';
import type { CivicAddress } from '../state/geolocation-state.ts';
import type { Heartbeat } from '../state/heartbeat-state.ts';

/** A timer of a second call (decision D85) has a name of its own, which it keeps when the calls change places. */
export type TimerName = FirstTimer | `${FirstTimer} 2`;

/** The timers of the core. Each runs at most once at a time: starting a running timer again replaces it. */
export type FirstTimer =
  | 'reconnect'
  | 'registrationRetry'
  | 'wakeUp'
  | 'callClosing'
  | 'localEnding'
  | 'devicesWait'
  | 'stopping'
  | 'permissionOverlay'
  | 'interruptionLimit'
  | 'resume'
  | 'additionCrossed'
  | 'additionShown'
  | 'holdCrossed'
  | 'textPace'
  | 'textLate'
  | 'knock'
  | 'tonePause'
  | 'positionWait'
  | 'positionInterval'
  | 'screenCrossed'
  | 'transferLimit'
  | 'transferSwitch'
  | 'heartbeat';

/**
 * What the machines ask for. The runner passes each effect to a port, a timer or a listener, and adds the
 * values that come from the settings: bandwidth, account and Call-Info.
 */
export type ClientEffect =
  | { readonly do: 'openConnection'; readonly server: string }
  | { readonly do: 'closeConnection' }
  /** Closes the connection and keeps the established call (decision D80). */
  | { readonly do: 'suspendConnection' }
  | { readonly do: 'register' }
  | { readonly do: 'unregister' }
  | {
      readonly do: 'invite';
      readonly callId: string;
      readonly target: string;
      readonly wanted: MediaKinds;
      readonly position?: Position;
      readonly civic?: CivicAddress;
      readonly replaces?: string;
      readonly joins?: string;
      readonly withUser?: string;
    }
  | { readonly do: 'answer'; readonly callId: string; readonly wanted: MediaKinds }
  /** `words` are shown to the caller (decision D33). */
  | { readonly do: 'reject'; readonly callId: string; readonly status: number; readonly words?: string }
  | { readonly do: 'cancel'; readonly callId: string }
  | { readonly do: 'hangUp'; readonly callId: string }
  | { readonly do: 'abandon'; readonly callId: string }
  | {
      readonly do: 'sendText';
      readonly callId: string;
      readonly chunkId: number;
      readonly characters: string;
    }
  | { readonly do: 'sendInfo'; readonly callId: string; readonly infoId: number; readonly info: Info }
  /** One INFO with what is known of the place; its answer is ignored, because the next position follows anyway. */
  | {
      readonly do: 'sendLocation';
      readonly callId: string;
      readonly position?: Position;
      readonly civic?: CivicAddress;
    }
  | { readonly do: 'watchPosition' }
  | { readonly do: 'stopPosition' }
  | { readonly do: 'primeMedia'; readonly audio: boolean; readonly video: boolean }
  | { readonly do: 'lookForPrompt' }
  | { readonly do: 'acquireMedia'; readonly callId: string; readonly audio: boolean; readonly video: boolean }
  /** Opens the device of a medium that the user adds to the call. */
  | { readonly do: 'openDevice'; readonly callId: string; readonly kind: DeviceKind }
  | { readonly do: 'closeDevice'; readonly callId: string; readonly kind: DeviceKind }
  /** Offers the peer the medium whose device is open now. */
  | { readonly do: 'offerMedium'; readonly callId: string; readonly kind: DeviceKind }
  /** Offers the peer of an interrupted call to go on, with an ICE restart. */
  | { readonly do: 'resume'; readonly callId: string }
  /** Leaves the call to the page that is loaded next (decision D81). */
  | { readonly do: 'keepTicket'; readonly ticket: Omit<CallTicket, 'dialog'> }
  /** Tells signalling of the call of the page that was open before. */
  | { readonly do: 'restoreDialog'; readonly callId: string; readonly dialog: string }
  /** Replaces the dialog of the page that was open before. */
  | {
      readonly do: 'takeUp';
      readonly callId: string;
      readonly target: string;
      readonly wanted: MediaKinds;
    }
  | {
      readonly do: 'setSending';
      readonly callId: string;
      readonly kind: 'audio' | 'video';
      readonly isOn: boolean;
    }
  /** Sends nothing of the devices while the user holds the call, at once and whatever the peer answers. */
  | { readonly do: 'setHeld'; readonly callId: string; readonly isHeld: boolean }
  /** Offers the peer to hold the call, or to let it flow again. */
  | { readonly do: 'offerHold'; readonly callId: string; readonly isHeld: boolean }
  /** Lets the user choose what of their screen to share, or ends that (decision D88). */
  | { readonly do: 'captureScreen'; readonly callId: string; readonly how: 'open' | 'close' }
  /** Offers the peer the screen of the user, or its end. */
  | { readonly do: 'offerScreen'; readonly callId: string; readonly isShared: boolean }
  | { readonly do: 'releaseMedia'; readonly callId: string }
  /** Asks the peer to call a third user, or tells it what became of its own question (decision D87). */
  | { readonly do: 'transfer'; readonly callId: string; readonly order: TransferRequest }
  | {
      readonly do: 'startTimer';
      readonly timer: TimerName;
      readonly delayMs: number;
      /** Share of the delay, 0 to 1, by which it may be shortened at random. */
      readonly jitter?: number;
    }
  | { readonly do: 'stopTimer'; readonly timer: TimerName }
  /** Calls the listeners of the heartbeat. */
  | { readonly do: 'beat'; readonly every: Heartbeat }
  /** Reports a caller who was answered with busy. */
  | { readonly do: 'reportTurnedAway'; readonly call: CallIdentity }
  | { readonly do: 'showNotice'; readonly notice: Notice }
  | { readonly do: 'clearNotice'; readonly id: string };

/** The result of a machine for an event. If `state` is the same object as before, nothing has changed. */
export type Step<State> = { readonly state: State; readonly effects: readonly ClientEffect[] };

export const stay = <State>(state: State): Step<State> => ({ state, effects: [] });
