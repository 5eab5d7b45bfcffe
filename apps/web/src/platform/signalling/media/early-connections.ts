/** Peer connections of calls whose devices are still being opened. */
export type EarlyConnections = {
  /**
   * Creates the peer connection of a call before its session exists, so that the browser looks for ICE candidates
   * while the user's devices are opened.
   * @param transports how many are needed: one for each medium that is offered without BUNDLE (RFC 9143)
   */
  create(callId: string, iceServers: readonly RTCIceServer[], transports: number): void;
  /** The connection, which belongs to the call from now on; undefined = there is none. */
  take(callId: string): RTCPeerConnection | undefined;
  /** Closes the connection of a call that was not made. */
  drop(callId: string): void;
};

export function createEarlyConnections(): EarlyConnections {
  const connections = new Map<string, RTCPeerConnection>();

  function take(callId: string): RTCPeerConnection | undefined {
    const connection = connections.get(callId);
    connections.delete(callId);
    return connection;
  }

  return {
    create(callId, iceServers, transports) {
      if (connections.has(callId)) return;
      try {
        const configuration = { iceServers: [...iceServers], iceCandidatePoolSize: transports };
        connections.set(callId, new RTCPeerConnection(configuration));
      } catch {
        // The call fails with the same error when it is made, and then reports it.
      }
    },
    take,
    drop: (callId) => take(callId)?.close(),
  };
}
