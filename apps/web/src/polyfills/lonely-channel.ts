/**
 * Takes the place of BroadcastChannel in browsers without it, but reaches no other tab: each tab keeps its
 * own event stream.
 */
export class LonelyChannel extends EventTarget {
  postMessage(_message: unknown): void {}
  close(): void {}
}
