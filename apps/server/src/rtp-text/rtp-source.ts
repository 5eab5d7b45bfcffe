import { TEXT_GATEWAY_LIMITS } from '../domain/limits/limits.ts';
import type { RtpPacket } from './rtp-packet.ts';
import { sequenceDistance } from './rtp-packet.ts';
import type { ReceiverState } from './rtp-text-receiver.ts';

/** A transport address. */
export type Destination = { readonly address: string; readonly port: number };

/** The phone's address from its SDP, and the port from which it was heard, which a NAT may have changed. */
export type RtpSource = { readonly described: Destination; readonly heardPort: number | undefined };

/** Where text goes: to the port from which the phone sends (RFC 4961), if it has been heard. */
export const destinationOf = ({ described, heardPort }: RtpSource): Destination => ({
  address: described.address,
  port: heardPort ?? described.port,
});

/**
 * The source after a packet; undefined if the packet does not come from the phone. Its address must be that of the SDP.
 * Its port may be another one only until the port of the SDP is heard; a further change must go on with the numbers
 * of the stream, which only the phone and the way to it know.
 */
export function acceptSource(
  source: RtpSource,
  from: Destination,
  packet: RtpPacket,
  stream: ReceiverState['stream'],
): RtpSource | undefined {
  const { described, heardPort } = source;
  if (from.address !== described.address || from.port === 0) return undefined;
  if (from.port === heardPort) return source;
  const heard = { described, heardPort: from.port };
  if (from.port === described.port || heardPort === undefined) return heard;
  const isSameStream =
    stream?.ssrc === packet.ssrc &&
    Math.abs(sequenceDistance(packet.sequence, stream.expected)) <= TEXT_GATEWAY_LIMITS.sequenceLag;
  return isSameStream ? heard : undefined;
}
