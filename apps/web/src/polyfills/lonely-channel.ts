/** In place of BroadcastChannel: no other tab hears it, so each tab keeps a line of its own. */
export class LonelyChannel extends EventTarget {
  postMessage(_message: unknown): void {}
  close(): void {}
}
