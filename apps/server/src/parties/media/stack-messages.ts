import type { StackOffer } from './media-plan.ts';

/** What the thread of a stack is told. */
export type StackOrder =
  | { readonly do: 'answer'; readonly offer: StackOffer }
  | { readonly do: 'sendText'; readonly text: string }
  /** Asks for `alive`. */
  | { readonly do: 'sayAlive' };

/** What it tells; after `failed` it is of no more use. */
export type StackReport =
  | { readonly type: 'answered'; readonly sdp: string }
  /** Text can be sent from now on. */
  | { readonly type: 'channelOpened' }
  | { readonly type: 'textReceived'; readonly text: string }
  | { readonly type: 'failed'; readonly reason: string };

/** What a thread tells besides, for those who watch over it. */
export type ThreadReport = StackReport | { readonly type: 'alive' };
