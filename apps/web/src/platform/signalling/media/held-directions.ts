/** The direction while this side holds the call (RFC 3264 §8.4); absent = it stays. */
const heldDirections: Readonly<Partial<Record<RTCRtpTransceiverDirection, RTCRtpTransceiverDirection>>> = {
  sendrecv: 'sendonly',
  recvonly: 'inactive',
};

/**
 * Gives the transceivers of a connection the directions of a call that this side holds, and those from before when it
 * resumes.
 */
export type HeldDirections = (connection: RTCPeerConnection, isHeld: boolean) => void;

export function createHeldDirections(): HeldDirections {
  const before = new Map<RTCRtpTransceiver, RTCRtpTransceiverDirection>();
  return (connection, isHeld) => {
    for (const transceiver of connection.getTransceivers()) {
      const { direction } = transceiver;
      const held = heldDirections[direction];
      const earlier = before.get(transceiver);
      if (isHeld && held !== undefined) {
        before.set(transceiver, direction);
        transceiver.direction = held;
      } else if (!isHeld && earlier !== undefined && direction === heldDirections[earlier])
        transceiver.direction = earlier;
    }
    if (!isHeld) before.clear();
  };
}
