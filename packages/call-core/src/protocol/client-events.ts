import type { MediaKinds } from '../media-kinds.ts';
import type { GeolocationEvent, LocalMediaEvent, Party, SignallingEvent } from '../ports.ts';
import type { BarredOutcome } from '../state/call-state.ts';
import type { ClientSettings } from '../state/client-settings.ts';
import type { Panel } from '../state/panels-state.ts';
import type { TimerName } from './client-effects.ts';

/** Events of the page itself, fed in by the composition root. */
export type PageEvent =
  | { readonly type: 'browserOnline' }
  | { readonly type: 'browserOffline' }
  /** The page is being left for good or frozen. */
  | { readonly type: 'pageHidden' }
  /** The page came back from the back/forward cache. */
  | { readonly type: 'pageShown' }
  | { readonly type: 'screenResized'; readonly isSmall: boolean }
  /** A part of the page has got or left the whole screen, by whatever means (INCALL-17). */
  | { readonly type: 'fullscreenChanged'; readonly isFullscreen: boolean }
  /** Whether the last call of the user API got an answer that is none of status 5xx. */
  | { readonly type: 'serverReached' }
  | { readonly type: 'serverFailed' };

/** What adapters and page report. */
export type OutsideEvent = SignallingEvent | LocalMediaEvent | GeolocationEvent | PageEvent;

/** What a person asked for. */
export type IntentEvent =
  | { readonly type: 'started'; readonly settings: ClientSettings; readonly server: string }
  | { readonly type: 'stopRequested' }
  /** All guards have let it pass: policy turns the typed target into this. */
  | {
      readonly type: 'callRequested';
      readonly callId: string;
      readonly party: Party;
      readonly wanted: MediaKinds;
      readonly ivr?: string;
      readonly otherwise?: string;
    }
  | {
      readonly type: 'callBarred';
      readonly callId: string;
      readonly party: Party;
      readonly outcome: BarredOutcome;
    }
  | { readonly type: 'callRefusedHere'; readonly why: 'offline' | 'noMedia' | 'mediaDenied' | 'uncallable' }
  | { readonly type: 'answerRequested' }
  | { readonly type: 'declineRequested' }
  | { readonly type: 'cancelRequested' }
  | { readonly type: 'hangUpRequested' }
  | { readonly type: 'dismissed' }
  | { readonly type: 'textEdited'; readonly value: string }
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
  /** Registration has been refused for good; the line is of no use. */
  | { readonly type: 'registrationGivenUp' }
  /** The person has a new SIP secret; whoever still asks to be registered asked with the old one (decision D8). */
  | { readonly type: 'secretChanged' }
  /** STATE-37, STATE-38: the heartbeat looks after what should be running. */
  | { readonly type: 'checkDue' }
  | { readonly type: 'retryDue' };
