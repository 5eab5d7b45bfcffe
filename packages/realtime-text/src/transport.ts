import type { TextSupport } from './sdp/sdp.ts';

export type TextTransport = 'data-channel' | 'message';

export type TransportChoice =
  | { readonly name: 'dataChannel'; readonly cps: number; readonly isReadOnly?: true }
  | { readonly name: 'message' }
  | { readonly name: 'none' };

export type Sides = {
  /** The transports that this side has put into its own SDP body. */
  readonly own: { readonly dataChannel: boolean; readonly message: boolean };
  readonly peer: TextSupport;
  /** Whether the peer's Allow header has MESSAGE, for phones that do not know `a=rtt`. */
  readonly peerAllowsMessage: boolean;
  /** The operator's preference (decision D10). */
  readonly order: readonly TextTransport[];
};

/**
 * The preferred transport that both sides support. The peer's `dcmap` decides about the data channel: an open
 * channel alone does not prove that the peer uses it for text.
 */
export function chooseTransport({ own, peer, peerAllowsMessage, order }: Sides): TransportChoice {
  for (const transport of order) {
    if (transport === 'data-channel' && own.dataChannel && peer.dataChannel !== undefined) {
      const { cps, direction } = peer.dataChannel;
      // The peer accepts no text on its channel (RFC 8865 §4.2.3, T25).
      const isReadOnly = direction === 'sendonly' || direction === 'inactive';
      return { name: 'dataChannel', cps, ...(isReadOnly ? { isReadOnly } : {}) };
    }
    const peerHasMessage = peer.rtt === 'sip-message' || (peer.rtt === undefined && peerAllowsMessage);
    if (transport === 'message' && own.message && peerHasMessage) return { name: 'message' };
  }
  return { name: 'none' };
}
