export type StreamSide = 'local' | 'remote';

/** The streams of calls by `callId`: the only meeting place of signalling, devices and elements. */
export type CallStreams = {
  get(callId: string, side: StreamSide): MediaStream | undefined;
  set(callId: string, side: StreamSide, stream: MediaStream): void;
  remove(callId: string, side: StreamSide): void;
  /** Calls `listener` after every change; the returned function ends it. */
  subscribe(listener: () => void): () => void;
};

export function createCallStreams(): CallStreams {
  const streams = { local: new Map<string, MediaStream>(), remote: new Map<string, MediaStream>() };
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  return {
    get: (callId, side) => streams[side].get(callId),
    set(callId, side, stream) {
      streams[side].set(callId, stream);
      tell();
    },
    remove(callId, side) {
      if (streams[side].delete(callId)) tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
