/** Replaces BroadcastChannel without reaching other tabs, so each tab keeps its own event stream. */
export class LonelyChannel extends EventTarget {
  postMessage(_message: unknown): void {}
  close(): void {}
}
