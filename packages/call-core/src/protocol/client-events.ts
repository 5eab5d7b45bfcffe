import type { DeviceKind, MediaKinds } from '../media-kinds.ts';
import type {
  GeolocationEvent,
  LocalMediaEvent,
  RemoteUser,
  ScreenCaptureEvent,
  SignallingEvent,
} from '../ports.ts';
import type { BarredOutcome, EmergencyChoice } from '../state/call-state.ts';
import type { RestoredCall } from '../state/call-ticket.ts';
import type { ClientSettings } from '../state/client-settings.ts';
import type { Panel, Toggles } from '../state/panels-state.ts';
import type { TransferOrder } from '../state/transfer-state.ts';
import type { TimerName } from './client-effects.ts';

/** Events of the page, emitted by the composition root. */
export type PageEvent =
  | { readonly type: 'browserOnline' }
  | { readonly type: 'browserOffline' }
  /** The user leaves the page for good, or the browser freezes it. */
  | { readonly type: 'pageHidden' }
  /** The page came back from the back/forward cache. */
  | { readonly type: 'pageShown' }
  /** The device uses another network, or may do so. */
  | { readonly type: 'networkChanged' }
  /** The page runs again after the browser had frozen it, or the device slept. */
  | { readonly type: 'woken' }
  | { readonly type: 'screenResized'; readonly isSmall: boolean }
  /** A part of the page entered or left fullscreen, for any reason (INCALL-17). */
  | { readonly type: 'fullscreenChanged'; readonly isFullscreen: boolean }
  /** The last user API request was answered, and not with 5xx; `serverFailed`: a 5xx or no answer. */
  | { readonly type: 'serverReached' }
  | { readonly type: 'serverFailed' };

/** Events from adapters and the page. */
export type OutsideEvent =
  | SignallingEvent
  | LocalMediaEvent
  | ScreenCaptureEvent
  | GeolocationEvent
  | PageEvent;

/** Events from the user's requests. */
export type IntentEvent =
  /** `ticket`: the call of the page that was open before a reload goes on (decision D81). */
  | {
      readonly type: 'started';
      readonly settings: ClientSettings;
      readonly server: string;
      readonly ticket?: RestoredCall;
    }
  | { readonly type: 'settingsChanged'; readonly settings: ClientSettings }
  | { readonly type: 'stopRequested' }
  /** An emergency call is to begin: every other call ends (decision D89). */
  | { readonly type: 'callsLeft' }
  /** The user calls `remoteUser`, and nothing prevents the call (`callBlockedBy`). */
  | {
      readonly type: 'callRequested';
      readonly callId: string;
      readonly remoteUser: RemoteUser;
      readonly wanted: MediaKinds;
      readonly ivr?: string;
      readonly otherwise?: string;
      readonly emergency?: EmergencyChoice;
      readonly toggles?: Toggles;
    }
  | {
      readonly type: 'callBarred';
      readonly callId: string;
      readonly remoteUser: RemoteUser;
      readonly outcome: BarredOutcome;
    }
  | { readonly type: 'callRefusedHere'; readonly why: 'offline' | 'noMedia' | 'mediaDenied' | 'uncallable' }
  /** `media`: what the user chose for this call; absent = as set (decision D33). */
  | { readonly type: 'answerRequested'; readonly media?: MediaKinds }
  /** `words` are a message to the caller. */
  | { readonly type: 'declineRequested'; readonly words?: string; readonly callId?: string }
  /** The user answers the second caller, and holds the call in front, or ends it. */
  | {
      readonly type: 'secondAnswered';
      readonly callId: string;
      readonly firstCall: 'hold' | 'end';
      readonly media?: MediaKinds;
    }
  /** The call in front waits, and the waiting call comes to the front. */
  | { readonly type: 'swapRequested' }
  /** The user goes on with text, because the browser denies camera and microphone (decision D32). */
  | { readonly type: 'textChosen' }
  /** The user adds a medium to the call in progress. */
  | { readonly type: 'mediumRequested'; readonly kind: DeviceKind }
  /** The user has read that the remote user added a medium, and does not add their own. */
  | { readonly type: 'addedDismissed' }
  /** The user holds the call, or lets it flow again (decision D84). */
  | { readonly type: 'holdRequested'; readonly isHeld: boolean }
  /** The user shares their screen in the call in front, or stops sharing it (decision D88). */
  | { readonly type: 'screenRequested'; readonly isShared: boolean }
  /** The user has read why their screen is not shared. */
  | { readonly type: 'screenNoticeDismissed' }
  /** The page before a reload shared the screen of the user in this call. */
  | { readonly type: 'screenLost'; readonly callId: string }
  /** `newCallId`: the ID of the call to the target, if there will be one (decision D87). */
  | { readonly type: 'transferOrdered'; readonly order: TransferOrder; readonly newCallId: string }
  | { readonly type: 'cancelRequested' }
  | { readonly type: 'hangUpRequested'; readonly callId?: string }
  | { readonly type: 'dismissed' }
  /** `callId`: the call whose text it is, also after the calls have changed places. */
  | { readonly type: 'textEdited'; readonly value: string; readonly callId?: string }
  | { readonly type: 'knockRequested' }
  /** A valid tone in an established call. */
  | { readonly type: 'toneRequested'; readonly tone: string }
  | { readonly type: 'microphoneToggled' }
  | { readonly type: 'cameraToggled' }
  | { readonly type: 'soundToggled' }
  | { readonly type: 'panelToggled'; readonly panel: Panel }
  | { readonly type: 'reconnectRequested' };

export type ClientEvent =
  | OutsideEvent
  | IntentEvent
  | { readonly type: 'timerFired'; readonly timer: TimerName }
  /** Registration is refused for good; the connection has no use. */
  | { readonly type: 'registrationGivenUp' }
  /** The user got a new SIP secret while not registered: attempts under way use the old one (decision D8). */
  | { readonly type: 'secretChanged' }
  /**
   * The heartbeat checks the registration; `retryDue`: the heartbeat retries to connect (STATE-37, STATE-38).
   */
  | { readonly type: 'checkDue' }
  | { readonly type: 'retryDue' };
