import type { MediaKinds } from '../media-kinds.ts';
import type { Notice } from '../ports.ts';

/** Each timer of the core runs at most once at a time; starting it again replaces it. */
export type TimerName =
  | 'reconnect'
  | 'connectionRest'
  | 'registrationRetry'
  | 'callClosing'
  | 'stopping'
  | 'permissionOverlay'
  | 'textPace'
  | 'knock';

/** What the machines ask the ports to do. Bandwidth, account and Call-Info are added from the settings on the way. */
export type ClientEffect =
  | { readonly do: 'openLine'; readonly server: string }
  | { readonly do: 'closeLine' }
  | { readonly do: 'register' }
  | { readonly do: 'unregister' }
  | { readonly do: 'invite'; readonly callId: string; readonly target: string; readonly wanted: MediaKinds }
  | { readonly do: 'answer'; readonly callId: string; readonly wanted: MediaKinds }
  | { readonly do: 'reject'; readonly callId: string; readonly status: number }
  | { readonly do: 'cancel'; readonly callId: string }
  | { readonly do: 'hangUp'; readonly callId: string }
  | { readonly do: 'abandon'; readonly callId: string }
  | {
      readonly do: 'sendText';
      readonly callId: string;
      readonly chunkId: number;
      readonly characters: string;
    }
  | { readonly do: 'acquireMedia'; readonly callId: string; readonly audio: boolean; readonly video: boolean }
  | {
      readonly do: 'setSending';
      readonly callId: string;
      readonly kind: 'audio' | 'video';
      readonly isOn: boolean;
    }
  | { readonly do: 'releaseMedia'; readonly callId: string }
  | { readonly do: 'startTimer'; readonly timer: TimerName; readonly delayMs: number }
  | { readonly do: 'stopTimer'; readonly timer: TimerName }
  | { readonly do: 'showNotice'; readonly notice: Notice }
  | { readonly do: 'clearNotice'; readonly id: string };

/** What a machine answers to an event. The same `state` object means that nothing changed. */
export type Step<State> = { readonly state: State; readonly effects: readonly ClientEffect[] };

export const stay = <State>(state: State): Step<State> => ({ state, effects: [] });
