import type { StackOffer } from './media-plan.ts';

/** Messages to the thread of a WebRTC stack. */
export type StackOrder =
  | { readonly do: 'answer'; readonly offer: StackOffer }
  | { readonly do: 'sendText'; readonly text: string }
  /** Requests the report `alive`. */
  | { readonly do: 'reportAlive' };

/** Messages from the thread; after `failed` the stack can no longer be used. */
export type StackReport =
  | { readonly type: 'answered'; readonly sdp: string }
  /** Text can be sent from now on. */
  | { readonly type: 'channelOpened' }
  | { readonly type: 'textReceived'; readonly text: string }
  | { readonly type: 'failed'; readonly reason: string };

/** All messages of a thread, including `alive` for its watchdog. */
export type ThreadReport = StackReport | { readonly type: 'alive' };
