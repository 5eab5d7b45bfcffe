/** Of each end its devices and its screen; `screen` is that of the remote user. */
export type StreamSide = 'local' | 'remote' | 'ownScreen' | 'screen';

/** The streams of calls by `callId`, shared by signalling, devices and elements. */
export type CallStreams = {
  get(callId: string, side: StreamSide): MediaStream | undefined;
  set(callId: string, side: StreamSide, stream: MediaStream): void;
  remove(callId: string, side: StreamSide): void;
  /** The peer connection that carries the streams of a call, while there is one. */
  connection(callId: string): RTCPeerConnection | undefined;
  setConnection(callId: string, connection: RTCPeerConnection | undefined): void;
  /** The call for which this client's devices are open: of two, the one in front. */
  localCallId(): string | undefined;
  /** The local streams of all calls. */
  locals(): Iterable<MediaStream>;
  /** Tells which of two calls is in front (decision D85). */
  bringToFront(callId: string): void;
  /** Calls `listener` after every change; the returned function ends it. */
  subscribe(listener: () => void): () => void;
};

export function createCallStreams(): CallStreams {
  const streams = {
    local: new Map<string, MediaStream>(),
    remote: new Map<string, MediaStream>(),
    ownScreen: new Map<string, MediaStream>(),
    screen: new Map<string, MediaStream>(),
  };
  const connections = new Map<string, RTCPeerConnection>();
  const listeners = new Set<() => void>();
  let front = '';
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
    connection: (callId) => connections.get(callId),
    setConnection(callId, connection) {
      if (connection === undefined) connections.delete(callId);
      else connections.set(callId, connection);
      tell();
    },
    localCallId: () => (streams.local.has(front) ? front : streams.local.keys().next().value),
    locals: () => streams.local.values(),
    bringToFront(callId) {
      if (callId === front) return;
      front = callId;
      tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
